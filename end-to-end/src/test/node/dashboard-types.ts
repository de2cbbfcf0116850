// What a dashboard of connect-configs may hold: Grafana's own types, with what every panel of ours must have. A panel's options
// are those of its kind.
import type { Dashboard, Panel, RowPanel } from '@grafana/schema';
import type {
  FieldConfig as TimeSeriesField,
  Options as TimeSeriesOptions,
} from './node_modules/@grafana/schema/dist/types/raw/composable/timeseries/panelcfg/x/types.gen';
import type { Options as StatOptions } from './node_modules/@grafana/schema/dist/types/raw/composable/stat/panelcfg/x/types.gen';

// JSON has the words of an enum, where the types have its members
type Plain<T> = T extends string
  ? `${T}`
  : T extends (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;

// the package has no type for what the Prometheus data source is asked
interface Query {
  refId: string;
  datasource: { type: 'prometheus'; uid: string };
  expr: string;
  legendFormat: string;
  editorMode: 'code';
  range: true;
}

type Defaults = Omit<NonNullable<Panel['fieldConfig']>['defaults'], 'custom'>;

type Kind<Type extends string, Options, Field> = Omit<Panel, 'type' | 'options' | 'fieldConfig' | 'targets'> & {
  type: Type;
  title: string;
  description: string;
  options: Options;
  targets: Query[];
  fieldConfig: { defaults: Defaults & { unit: string; custom?: Field }; overrides: [] };
};

type OurPanel =
  | Kind<'timeseries', TimeSeriesOptions, TimeSeriesField>
  | Kind<'stat', StatOptions, never>
  | (Omit<RowPanel, 'type'> & { type: 'row' });

export type OurDashboard = Plain<Omit<Dashboard, 'panels'> & { panels: OurPanel[] }>;
