import { makeMemoryPhotoFiles } from '@comptoir/core/photos/memory-photo-files.js';
import { exercisePhotoFiles } from '../../suites/photo-files.suite.js';

exercisePhotoFiles('in memory', async () => makeMemoryPhotoFiles());
