// Allows the app with the container and the process.
// Checked as packages/app/src/app.ts
import 'reflect-metadata';
import { env } from 'node:process';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { Container } from 'inversify';

export const used = [Container, DomainError, env['PORT'], process.cwd()];
