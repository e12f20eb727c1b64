import type { Command as Program } from 'commander';
import { diagnose, printDiagnosis } from '../doctor/doctor.js';
import { type JsonOption, jsonOption, print, processConfig, Refused, withLogger } from './run.js';

export function addDoctor(group: Program): void {
  group.addOption(jsonOption()).action(({ json }: JsonOption) =>
    withLogger(processConfig(), async (config, logger) => {
      const diagnosis = await diagnose(config, logger);
      print(json, diagnosis, () => printDiagnosis(diagnosis));
      if (!diagnosis.ok) throw new Refused('something a server needs is missing');
    }),
  );
}
