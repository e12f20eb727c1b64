import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useManage } from '../components/manage-context.js';
import { FIELD_NAMES, type FieldFaults, type FieldName, type FormValues, refusedFields } from '../form-faults.js';
import type { Refusal } from '../refusal.js';

export interface FormControl {
  readonly name: FieldName;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly fault: string | undefined;
}

export interface Form {
  readonly element: RefObject<HTMLFormElement | null>;
  /** The script runs: before, nothing could be sent. */
  readonly isReady: boolean;
  readonly isBusy: boolean;
  /** The last refusal, until something is changed or sent. */
  readonly refusal: Refusal | null;
  readonly control: (name: FieldName) => FormControl;
  readonly submit: () => Promise<void>;
}

export interface FormOptions<Values extends FormValues> {
  /** Its fields, empty. */
  readonly initial: Values;
  readonly check: (values: Values) => FieldFaults;
  /** Null: done. */
  readonly send: (values: Values) => Promise<Refusal | null>;
  readonly onDone: (values: Values) => void;
}

/** A form that is checked, sent and told about: what it refuses stands at the field it is about, which gets the focus. */
export function useForm<Values extends FormValues>({ initial, check, send, onDone }: FormOptions<Values>): Form {
  const { texts } = useManage();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<FieldFaults>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isReady, setReady] = useState(false);
  const [isBusy, setBusy] = useState(false);

  useLayoutEffect(() => {
    // What was typed or filled in before the script ran counts.
    setValues((before) => ({ ...before, ...typedIn(element.current, before) }));
    setReady(true);
  }, []);

  const showFaults = (found: FieldFaults) => {
    setFaults(found);
    const first = FIELD_NAMES.find((name) => found[name] !== undefined);
    // After the faults are on the page, so that the field is read out with its fault.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  };

  return {
    element,
    isReady,
    isBusy,
    refusal,
    control: (name) => ({
      name,
      value: values[name] ?? '',
      onValue: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setFaults(({ [name]: _mended, ...others }) => others);
        setRefusal(null);
      },
      fault: faults[name] === undefined ? undefined : texts.faults[faults[name]],
    }),
    submit: async () => {
      if (isBusy) return;
      setRefusal(null);
      const found = check(values);
      if (Object.keys(found).length > 0) return showFaults(found);
      setBusy(true);
      const refused = await send(values);
      // Done, it stays busy: the form makes way for something else.
      if (refused === null) return onDone(values);
      setBusy(false);
      setRefusal(refused);
      showFaults(refusedFields(refused));
    },
  };
}

function typedIn(form: HTMLFormElement | null, values: FormValues): FormValues {
  const data = form === null ? null : new FormData(form);
  const typed = FIELD_NAMES.filter((name) => name in values).map((name) => [name, data?.get(name)] as const);
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value !== ''));
}
