import type { InsideSite } from './inside-site.js';
import { runEsbuild } from './run-esbuild.js';

/** The routes of a site as one CommonJS script, whose `modules` holds what each file exports, by its name. Throws `site_broken`. */
export async function bundleRoutes(site: Omit<InsideSite, 'modules'>, files: readonly string[]): Promise<string> {
  const { outputFiles } = await runEsbuild(
    { ...site, modules: 'node' },
    {
      stdin: { contents: entryOf(files), resolveDir: site.root, sourcefile: 'site.js', loader: 'js' },
      format: 'cjs',
      platform: 'node',
      target: 'node20',
    },
  );
  return outputFiles[0]?.text ?? '';
}

function entryOf(files: readonly string[]): string {
  const imports = files.map((file, index) => `import * as route${index} from ${JSON.stringify(`./${file}`)};`);
  const entries = files.map((file, index) => `[${JSON.stringify(file)}, route${index}]`);
  return `${imports.join('\n')}\nexport const modules = new Map([${entries.join(', ')}]);\n`;
}
