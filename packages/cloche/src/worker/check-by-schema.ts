import { Validator } from '@cfworker/json-schema';

/** What is wrong with a value, and where. */
export interface SchemaProblem {
  readonly path: (string | number)[];
  readonly message: string;
}

/** Returns a check by a JSON Schema (draft 2020-12): all of `schemas.js`. Throws for a schema that is none. */
export function checkBySchema(
  schema: Readonly<Record<string, unknown>>,
): (value: unknown) => SchemaProblem | undefined {
  const validator = new Validator({ ...schema }, '2020-12');
  return (value) => {
    const { errors } = validator.validate(value);
    // The last ones are about the deepest place, and say what is wrong with it.
    const last = errors.at(-1);
    return last && { path: pathOf(last.instanceLocation), message: last.error };
  };
}

/** `#/items/0/name` is `["items", 0, "name"]`. */
function pathOf(location: string): (string | number)[] {
  const names = location.split('/').slice(1);
  return names.map((name) => (/^\d+$/.test(name) ? Number(name) : name.replaceAll('~1', '/').replaceAll('~0', '~')));
}
