// Shows the document of this host. Plain JavaScript: it is served as it stands, beside the library that it starts.

const EXPANDED_MAX = 100;

const spec = await (await fetch('/openapi.json')).json();
const { SwaggerUIBundle } = globalThis;

SwaggerUIBundle({
  dom_id: '#reference',
  spec,
  // The library would otherwise ask a public service what it thinks of the document.
  validatorUrl: null,
  deepLinking: true,
  filter: true,
  // Thousands of operations take long to draw; their headings do not.
  docExpansion: Object.keys(spec.paths).length > EXPANDED_MAX ? 'none' : 'list',
});
