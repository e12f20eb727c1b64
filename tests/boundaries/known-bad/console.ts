// Goes red when anything but the command line prints to the console.
// Checked as packages/app/src/console.ts
export const say = (text: string) => console.log(text); // red: suspicious/noConsole
