/** Keys of a workspace's records beside the permission rules, by its id: another workspace of the same name has none of them. */
export const permissionKeys = {
  rules: (workspaceId: string): string => `workspace:${workspaceId}`,
  usage: (workspaceId: string): string => `usage:${workspaceId}`,
  decisions: (workspaceId: string): string => `decisions:${workspaceId}`,
} as const;

/** Returns the keys of all records of a workspace. */
export function allPermissionKeys(workspaceId: string): string[] {
  return Object.values(permissionKeys).map((keyOf) => keyOf(workspaceId));
}
