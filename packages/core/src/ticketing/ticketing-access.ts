/** Who may do what in the `ticketing` router. */

export const READ = { kind: 'permission', permissions: ['ticketing:read'] } as const;
export const WRITE = { kind: 'permission', permissions: ['ticketing:write'] } as const;
export const DELETE = { kind: 'permission', permissions: ['ticketing:delete'] } as const;
