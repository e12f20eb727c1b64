import { Icon } from '../../components/icon.js';
import { useConsole } from '../components/console-context.js';
import { RefusalWords } from '../components/refusal-words.js';
import type { Loaded } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { type Basket, type BasketLine, withDiscount, withQuantity } from './basket.js';
import { DiscountForm } from './discount-form.js';
import { PayForm } from './pay-form.js';
import type { Payment } from './payments.js';
import { useTill } from './texts/till-texts.js';
import { VoidForm } from './void-form.js';

type Priced = AnswerOf<'posOrders.price'>;

interface BasketPanelProps {
  readonly basket: Basket;
  readonly onBasket: (basket: Basket) => void;
  readonly price: Loaded<Priced>;
  readonly settings: Loaded<AnswerOf<'posManagement.settings'>>;
  readonly isBusy: boolean;
  readonly onPaid: (payments: readonly Payment[]) => void;
  readonly onGivenUp: (reason: string) => void;
}

/** What is being rung up, what it comes to by the platform's reckoning, and how it is paid. */
export function BasketPanel({ basket, onBasket, price, settings, isBusy, onPaid, onGivenUp }: BasketPanelProps) {
  const { may, money } = useConsole();
  const till = useTill();
  const { answer, isCurrent } = price;
  const refusal = price.refusal ?? settings.refusal;
  const cash = settings.answer;
  if (basket.lines.length === 0) {
    return (
      <section class="counter__basket" aria-label={till.basket}>
        <p class="console__hint">{till.emptyBasket}</p>
      </section>
    );
  }
  return (
    <section class="counter__basket" aria-label={till.basket}>
      <ol class="rung">
        {basket.lines.map((line, index) => (
          <RungLine
            key={index}
            line={line}
            totalCents={isCurrent ? answer?.lines[index]?.totalCents : undefined}
            onQuantity={(quantity) => onBasket(withQuantity(basket, index, quantity))}
            onDiscount={(discount) => onBasket(withDiscount(basket, index, discount))}
          />
        ))}
      </ol>
      <DiscountForm label={till.saleDiscount} discount={basket.discount} onDiscount={(one) => onBasket(withDiscount(basket, null, one))} />
      {refusal !== null && (
        <p class="fault" role="alert">
          <RefusalWords refusal={refusal} />
        </p>
      )}
      {answer !== null && refusal === null && (
        <p class="rung__total" aria-live="polite" aria-busy={!isCurrent}>
          <span>{till.total}</span> <strong class="figure">{money(answer.totalCents)}</strong>
        </p>
      )}
      {answer !== null && isCurrent && cash !== null && (
        <PayForm key={answer.totalCents} totalCents={answer.totalCents} stepCents={cash.cashStepCents} isBusy={isBusy} onPaid={onPaid} />
      )}
      {may('posOrders:cancel') && <VoidForm isBusy={isBusy} onGivenUp={onGivenUp} />}
    </section>
  );
}

interface RungLineProps {
  readonly line: BasketLine;
  /** Undefined until the platform has said it. */
  readonly totalCents: number | undefined;
  readonly onQuantity: (quantity: number) => void;
  readonly onDiscount: (discount: BasketLine['discount']) => void;
}

function RungLine({ line, totalCents, onQuantity, onDiscount }: RungLineProps) {
  const { money } = useConsole();
  const till = useTill();
  const { name, quantity, unitPriceCents, discount } = line;
  return (
    <li class="rung__line">
      <div class="rung__words">
        <span class="rung__name">{name}</span>
        <span class="figure">{totalCents === undefined ? '…' : money(totalCents)}</span>
      </div>
      <div class="rung__tools">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would put its legend into the layout; a group says the same */}
        <div class="quantity" role="group" aria-label={till.quantityOf(name)}>
          <button type="button" class="icon-button" onClick={() => onQuantity(quantity - 1)}>
            <Icon name="minus" />
            <span class="visually-hidden">{quantity === 1 ? till.takeOut : till.oneLess}</span>
          </button>
          <output class="quantity__value">{quantity}</output>
          <button type="button" class="icon-button" disabled={quantity >= 10_000} onClick={() => onQuantity(quantity + 1)}>
            <Icon name="plus" />
            <span class="visually-hidden">{till.oneMore}</span>
          </button>
        </div>
        <span class="console__hint">× {money(unitPriceCents)}</span>
        <DiscountForm label={till.lineDiscount} about={name} discount={discount} onDiscount={onDiscount} />
      </div>
    </li>
  );
}
