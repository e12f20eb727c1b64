import type { Combination, Product, ProductSupplier } from '../data/model.js';
import type { Workshop } from './order-edits.js';
import { putStock } from './stock.js';

export type ProductChanges = Partial<Omit<Product, 'id' | 'dateAdd' | 'dateUpd' | 'shownDateUpd'>>;
export type CombinationChanges = Partial<Omit<Combination, 'id' | 'productId'>>;

/** Only what is done to the product itself moves its `date_upd`: not its combinations, its stock, its suppliers or its taxes. */
export function productEdits({ db, now }: Workshop) {
  return {
    /** Returns its id. Stock is 0. */
    addProduct: (changes: ProductChanges = {}): number => {
      const at = now();
      const product = db.products.add({ ...aProduct(db.products.nextId()), ...changes, dateAdd: at, dateUpd: at, shownDateUpd: at });
      putStock(db, product.id, 0, 0);
      return product.id;
    },
    editProduct: (id: number, changes: ProductChanges): void => {
      Object.assign(db.products.need(id), changes, { dateUpd: now(), shownDateUpd: now() });
    },
    /** What answers show and what filters look at are two columns: only the one that is shown moves. */
    moveShownDate: (id: number): void => {
      db.products.need(id).shownDateUpd = now();
    },
    /** Lines of orders and its stock stay behind. */
    deleteProduct: (id: number): void => {
      for (const { id: combinationId } of db.combinations.group(id)) db.combinations.delete(combinationId);
      for (const { id: supplyId } of db.productSuppliers.group(id)) db.productSuppliers.delete(supplyId);
      db.products.delete(id);
    },
    /** Returns its id. */
    addCombination: (productId: number, changes: CombinationChanges = {}): number => {
      const isDefault = db.combinations.group(productId).length === 0;
      const { id } = db.combinations.add({ ...aCombination(db.combinations.nextId(), productId), isDefault, ...changes });
      putStock(db, productId, id, 0);
      return id;
    },
    editCombination: (id: number, changes: CombinationChanges): void => {
      Object.assign(db.combinations.need(id), changes);
    },
    deleteCombination: (id: number): void => {
      const { productId } = db.combinations.need(id);
      db.combinations.delete(id);
      const left = db.stock.group(productId).find(({ combinationId }) => combinationId === id);
      if (left !== undefined) db.stock.delete(left.id);
    },
    /** Of the product itself: `combinationId` 0. */
    setStock: (productId: number, combinationId: number, quantity: number): void => putStock(db, productId, combinationId, quantity),
    addProductSupplier: (supply: Omit<ProductSupplier, 'id'>): number =>
      db.productSuppliers.add({ id: db.productSuppliers.nextId(), ...supply }).id,
  };
}

function aProduct(id: number): Product {
  return {
    id,
    kind: 'simple',
    name: [`Product ${id}`, `Produit ${id}`],
    description: ['', ''],
    reference: `ref-${id}`,
    supplierReference: '',
    ean13: '',
    price: 10_000_000,
    wholesale: 0,
    taxGroupId: 1,
    manufacturerId: 0,
    supplierId: 0,
    categoryIds: [2],
    defaultCategoryId: 2,
    imageIds: [],
    bundle: [],
    weight: 0,
    width: 0,
    height: 0,
    depth: 0,
    active: true,
    draft: false,
    dateAdd: 0,
    dateUpd: 0,
    shownDateUpd: 0,
  };
}

function aCombination(id: number, productId: number): Combination {
  return {
    id,
    productId,
    reference: '',
    ean13: '',
    priceImpact: 0,
    weightImpact: 0,
    wholesale: 0,
    isDefault: false,
    optionValueIds: [1],
    imageIds: [],
  };
}
