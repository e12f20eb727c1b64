// Goes red when a source imports a package that its own package does not depend on at run time.
// Checked as packages/adapters-http/src/kit/dependencies.ts
import { build } from '@fastify/swagger-ui'; // red: correctness/noUndeclaredDependencies
import lodash from 'lodash'; // red: correctness/noUndeclaredDependencies

export const used = [build, lodash];
