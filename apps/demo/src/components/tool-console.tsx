import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Demo } from '../state/demo.ts';
import { RulesPanel } from './rules-panel.tsx';
import { readFields, SchemaForm } from './schema-form.tsx';

/** Runs any tool by hand: a form from its schema, the call in the timeline. */
export function ToolConsole({ demo }: { demo: Demo }): VNode {
  const tools = demo.workspace.value?.tools ?? [];
  const chosen = useSignal('bash');
  const showsRules = useSignal(false);
  const tool = tools.find(({ name }) => name === chosen.value);
  return (
    <>
      <div class="panel-head">
        <h2>Tools</h2>
        <button
          type="button"
          aria-pressed={showsRules.value}
          onClick={() => {
            showsRules.value = !showsRules.value;
          }}
        >
          Rules
        </button>
        <label hidden={showsRules.value}>
          Tool{' '}
          <select
            aria-label="Tool"
            value={chosen.value}
            onChange={(event) => {
              chosen.value = event.currentTarget.value;
            }}
          >
            {tools.map(({ name, title }) => (
              <option key={name} value={name}>
                {name}: {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      {showsRules.value ? <RulesPanel demo={demo} /> : null}
      {showsRules.value ? null : tool ? (
        <form
          class="console"
          key={tool.name}
          onSubmit={(event) => {
            event.preventDefault();
            void demo.runTool(tool.name, readFields(tool.inputSchema, new FormData(event.currentTarget)));
          }}
        >
          <details>
            <summary>What {tool.name} does</summary>
            <p class="facts">{tool.description}</p>
          </details>
          <SchemaForm schema={tool.inputSchema} />
          <button type="submit" class="primary">
            Run {tool.name}
          </button>
        </form>
      ) : (
        <p class="empty">The workspace is opening.</p>
      )}
    </>
  );
}
