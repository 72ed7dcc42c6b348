import { describe, expect, test } from 'vitest';
import { chooseMachine, type MachineWish } from './machine-choice.ts';

describe('chooseMachine', () => {
  test.each<[MachineWish, object]>([
    [{}, { kind: 'offline', reason: 'the app does not use WebContainer' }],
    [
      { runtime: 'offline', webcontainer: true },
      { kind: 'offline', reason: 'the app asked for it' },
    ],
    [{ webcontainer: true }, { kind: 'webcontainer', mayBeOffline: true, settings: {} }],
    [{ webcontainer: { apiKey: 'k' } }, { kind: 'webcontainer', mayBeOffline: true, settings: { apiKey: 'k' } }],
    [
      { webcontainer: true, network: 'none' },
      { kind: 'offline', reason: 'the app wants no network' },
    ],
    [{ runtime: 'webcontainer' }, { kind: 'webcontainer', mayBeOffline: false, settings: {} }],
    [{ runtime: { remote: 'ws://a', token: 't' } }, { kind: 'remote' }],
  ])('%o', (wish, choice) => {
    expect(chooseMachine(wish)).toMatchObject(choice);
  });

  test.each<[MachineWish]>([
    [{ runtime: 'webcontainer', network: 'none' }],
    [{ runtime: { remote: 'ws://a', token: 't' }, network: 'none' }],
  ])('refuses a network that is not wanted: %o', (wish) => {
    expect(() => chooseMachine(wish)).toThrow("take runtime: 'offline'");
  });
});
