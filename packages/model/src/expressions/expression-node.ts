type Pair = readonly [ExpressionNode, ExpressionNode];
type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'in' | '||' | '&&';

type Arguments = {
  readonly value: unknown;
  readonly id: string;
  readonly '.': readonly [ExpressionNode, string];
  readonly '.?': readonly [ExpressionNode, string];
  readonly '[]': Pair;
  readonly '[?]': Pair;
  readonly call: readonly [string, readonly ExpressionNode[]];
  readonly rcall: readonly [string, ExpressionNode, readonly ExpressionNode[]];
  readonly list: readonly ExpressionNode[];
  readonly map: readonly Pair[];
  readonly '?:': readonly [ExpressionNode, ExpressionNode, ExpressionNode];
  readonly '!_': ExpressionNode;
  readonly '-_': ExpressionNode;
} & { readonly [Operator in BinaryOperator]: Pair };

/** A node of a parsed expression. Does not use the parser's types, which are not published to users. */
export type ExpressionNode = {
  readonly [Operator in keyof Arguments]: {
    readonly op: Operator;
    readonly args: Arguments[Operator];
    readonly pos: number;
  };
}[keyof Arguments];
