import { describe, expect, test } from 'vitest';
import { createToolRegistry } from '../contract/tool-registry.ts';
import { presets } from './presets.ts';

const namesOf = (preset: keyof typeof presets): string => presets[preset].map(({ name }) => name).join(' ');

describe('the presets', () => {
  test('have their names', () => {
    expect(namesOf('agentToolset20260401')).toBe('bash read write edit glob grep');
    expect(namesOf('fileTools')).toBe('read list_dir edit write copy move remove grep glob');
    expect(namesOf('codingTools')).toBe(
      'bash read write edit multi_edit glob grep list_dir copy move remove todo_write task_create task_update task_get ' +
        'task_list ask_user sleep search_extra_tools execute_extra_tool read_tool_result process_output process_input ' +
        'process_stop process_list monitor shell_open shell_send shell_read shell_close shell_list',
    );
  });

  test.each(Object.entries(presets))('%s: each tool can be taken alone and describes itself', (_, tools) => {
    for (const tool of tools) {
      expect(createToolRegistry([tool]).tools).toEqual([tool]);
      expect(tool.description.length).toBeGreaterThanOrEqual(80);
      expect(tool.inputSchema['type']).toBe('object');
      expect(tool.annotations.readOnly && tool.annotations.destructive).toBe(false);
    }
  });

  test('let read-only calls that may overlap, and only those, run beside others', () => {
    const shared = presets.codingTools.filter(({ annotations }) => annotations.concurrencySafe).map(({ name }) => name);
    expect(shared).toEqual([
      'read',
      'glob',
      'grep',
      'list_dir',
      'sleep',
      'read_tool_result',
      'process_output',
      'process_list',
      'shell_list',
    ]);
    for (const { annotations } of presets.codingTools)
      expect(annotations.concurrencySafe && !annotations.readOnly).toBe(false);
  });
});
