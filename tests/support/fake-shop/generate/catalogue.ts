import type { ShopDatabase } from '../data/database.js';
import type { Product } from '../data/model.js';
import type { WallTime } from '../data/wall-time.js';
import type { Dice } from './dice.js';

/** What the shop sells: plain things, things in sizes and colours, bundles, downloads, drafts, and things no longer sold. */

const COLOURS = ['White', 'Black', 'Red', 'Blue'] as const;
const SIZES = ['S', 'M', 'L'] as const;
const THINGS = ['Apron', 'Bowl', 'Candle', 'Cup', 'Jam', 'Mug', 'Notebook', 'Pan', 'Poster', 'Scarf', 'Soap', 'Tea'] as const;
const QUALITIES = ['plain', 'striped', 'tall', 'round', 'old', 'fine', 'wild', 'quiet'] as const;
const CATEGORIES = ['Kitchen', 'Clothes', 'Paper', 'Groceries', 'Bath', 'Gifts'] as const;
/** "Clash & Sons" is in both namespaces, under ids that name others in the other one. */
const MANUFACTURERS = ['Studio Design', 'Graphic Corner', 'Clash & Sons', 'Atelier Nord'] as const;
const SUPPLIERS = ['Fashion supplier', 'Clash & Sons', 'Accessories supplier', 'Paper Mill', 'Ateliers Réunis'] as const;

const ROOT = 1;
const HOME = 2;

export function addCatalogue(db: ShopDatabase, count: number, dice: Dice, founded: WallTime): void {
  addVendors(db, founded);
  addCategories(db, founded);
  addOptions(db);
  for (let place = 0; place < count; place += 1) addProduct(db, place, dice, founded);
}

function addVendors(db: ShopDatabase, founded: WallTime): void {
  const made = (name: string, place: number) => ({ id: place + 1, name, active: true, dateAdd: founded, dateUpd: founded });
  for (const [place, name] of MANUFACTURERS.entries()) db.manufacturers.add(made(name, place));
  for (const [place, name] of SUPPLIERS.entries()) db.suppliers.add(made(name, place));
}

function addCategories(db: ShopDatabase, founded: WallTime): void {
  const dates = { active: true, dateAdd: founded, dateUpd: founded };
  db.categories.add({ id: ROOT, parentId: 0, depth: 0, name: ['Root', 'Racine'], position: 0, root: false, ...dates });
  db.categories.add({ id: HOME, parentId: ROOT, depth: 1, name: ['Home', 'Accueil'], position: 0, root: true, ...dates });
  for (const [position, name] of CATEGORIES.entries()) {
    db.categories.add({ id: 3 + position, parentId: HOME, depth: 2, name: [name, name], position, root: false, ...dates });
  }
}

function addOptions(db: ShopDatabase): void {
  db.options.add({ id: 1, name: ['Size', 'Taille'], color: false });
  db.options.add({ id: 2, name: ['Colour', 'Couleur'], color: true });
  for (const name of SIZES) db.optionValues.add({ id: db.optionValues.nextId(), optionId: 1, name: [name, name], color: '' });
  for (const name of COLOURS) db.optionValues.add({ id: db.optionValues.nextId(), optionId: 2, name: [name, name], color: '#888888' });
}

function addProduct(db: ShopDatabase, place: number, dice: Dice, founded: WallTime): void {
  const id = place + 1;
  const product = db.products.add(plainProduct(id, dice, founded));
  const isBundle = id % 25 === 0;
  if (isBundle) makeBundle(db, product);
  if (id % 40 === 7) product.kind = 'virtual';
  if (id % 50 === 9) Object.assign(product, { draft: true, active: false, name: product.name.map(() => '') });
  if (id % 30 === 11) product.active = false;
  const hasCombinations = !isBundle && id % 10 < 3;
  if (hasCombinations) addCombinations(db, product, dice);
  addStock(db, product, dice);
  addSupplies(db, product);
}

function plainProduct(id: number, dice: Dice, founded: WallTime): Product {
  const category = 3 + dice.int(CATEGORIES.length);
  const name = `${dice.pick(THINGS)}, ${dice.pick(QUALITIES)} (${id})`;
  const changed = founded + id;
  return {
    id,
    kind: 'simple',
    name: [name, `${name} fr`],
    description: [`<p>A ${name}.</p>`, ''],
    reference: id % 17 === 0 ? '' : `ref-${id}`,
    supplierReference: '',
    ean13: id % 3 === 0 ? `20000000${String(id).padStart(5, '0').slice(-5)}` : '',
    price: 1_000_000 + dice.int(9_000) * 10_000 + dice.int(100) * 37,
    wholesale: dice.int(2_000) * 1_000,
    taxGroupId: dice.pick([1, 1, 1, 1, 2, 2, 3, 0, 4]),
    manufacturerId: id % 6 === 0 ? 0 : 1 + dice.int(MANUFACTURERS.length),
    supplierId: id % 7 === 0 ? 0 : 1 + dice.int(SUPPLIERS.length),
    categoryIds: [HOME, category],
    defaultCategoryId: category,
    imageIds: id % 5 === 0 ? [] : [id * 2, id * 2 + 1],
    bundle: [],
    weight: dice.int(3_000) * 1_000,
    width: dice.int(40) * 1_000_000,
    height: dice.int(40) * 1_000_000,
    depth: 0,
    active: true,
    draft: false,
    dateAdd: founded,
    dateUpd: changed,
    shownDateUpd: changed,
  };
}

/** Of the two products before it; of one with combinations, two different ones. */
function makeBundle(db: ShopDatabase, bundle: Product): void {
  const combined = db.products.get(bundle.id - 3)?.id ?? bundle.id - 1;
  const [first, second] = db.combinations.group(combined);
  bundle.kind = 'pack';
  bundle.bundle = [
    { productId: bundle.id - 1, combinationId: 0, quantity: 2 },
    { productId: combined, combinationId: first?.id ?? 0, quantity: 1 },
    ...(second === undefined ? [] : [{ productId: combined, combinationId: second.id, quantity: 3 }]),
  ];
}

function addCombinations(db: ShopDatabase, product: Product, dice: Dice): void {
  const count = 2 + dice.int(3);
  for (let place = 0; place < count; place += 1) {
    db.combinations.add({
      id: db.combinations.nextId(),
      productId: product.id,
      reference: place === 0 ? '' : `ref-${product.id}-${place}`,
      ean13: '',
      priceImpact: place * 500_000,
      weightImpact: 0,
      wholesale: place === 1 ? product.wholesale + 10_000 : 0,
      isDefault: place === 0,
      optionValueIds: [1 + (place % SIZES.length), 1 + SIZES.length + dice.int(COLOURS.length)],
      imageIds: product.imageIds.slice(0, 1),
    });
  }
}

/** With combinations, the row of the product is their sum. */
function addStock(db: ShopDatabase, product: Product, dice: Dice): void {
  const combinations = db.combinations.group(product.id);
  const quantities = combinations.map(() => dice.int(200));
  const total = combinations.length === 0 ? dice.int(500) - 5 : quantities.reduce((sum, quantity) => sum + quantity, 0);
  db.stock.add({ id: db.stock.nextId(), productId: product.id, combinationId: 0, quantity: total });
  for (const [place, { id }] of combinations.entries()) {
    db.stock.add({ id: db.stock.nextId(), productId: product.id, combinationId: id, quantity: quantities[place] ?? 0 });
  }
}

function addSupplies(db: ShopDatabase, product: Product): void {
  const second = product.id % 9 === 0 ? [(product.supplierId % SUPPLIERS.length) + 1] : [];
  for (const supplierId of [product.supplierId, ...second].filter((id) => id > 0)) {
    db.productSuppliers.add({
      id: db.productSuppliers.nextId(),
      productId: product.id,
      combinationId: 0,
      supplierId,
      reference: `sup-${supplierId}-${product.id}`,
      price: product.wholesale,
      currencyId: 0,
    });
  }
}
