//! The syntax tree. No tree is deeper than the parser allows, so walking and dropping one may recurse.

use crate::lexer::Name;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    FloorDiv,
    Mod,
    Pow,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
}

impl Binary {
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::FloorDiv => "//",
            Self::Mod => "%",
            Self::Pow => "**",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Minus,
    Plus,
    Invert,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    IsNone,
    IsNotNone,
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub at: usize,
    /// The number of levels of this tree.
    pub height: u16,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    None,
    Bool(bool),
    Int(i64),
    Text(String),
    Name(Name),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Set(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Format(Vec<Piece>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// Condition, value if true, value if false.
    If(Box<[Expr; 3]>),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, Box<[Option<Expr>; 3]>),
    Attr(Box<Expr>, Name),
    Call(Box<Call>),
    /// `*values`, among arguments, items of a list or targets.
    Star(Box<Expr>),
    Lambda(Box<Function>),
    Comprehension(Box<Comprehension>),
}

/// A part of an f-string.
#[derive(Debug)]
pub(crate) enum Piece {
    Text(String),
    /// A value, whether it is written as `repr` does, and its format.
    Value {
        value: Expr,
        quoted: bool,
        spec: Vec<Piece>,
    },
}

#[derive(Debug)]
pub(crate) struct Call {
    pub function: Expr,
    pub args: Vec<Expr>,
    pub named: Vec<(Name, Expr)>,
}

#[derive(Debug)]
pub(crate) struct Comprehension {
    pub kind: ComprehensionKind,
    pub value: Expr,
    pub clauses: Vec<Clause>,
    pub scope: usize,
}

#[derive(Debug)]
pub(crate) enum ComprehensionKind {
    List,
    Set,
    /// The value of each key; `Comprehension::value` is the key.
    Dict(Expr),
    Generator,
}

#[derive(Debug)]
pub(crate) struct Clause {
    pub target: Expr,
    pub values: Expr,
    pub conditions: Vec<Expr>,
}

#[derive(Debug)]
pub(crate) struct Function {
    pub name: Option<Name>,
    pub params: Vec<Param>,
    pub body: Vec<Stmt>,
    pub scope: usize,
}

#[derive(Debug)]
pub(crate) struct Param {
    pub name: Name,
    pub default: Option<Expr>,
}

#[derive(Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub at: usize,
}

#[derive(Debug)]
pub(crate) enum StmtKind {
    Expr(Expr),
    Assign(Vec<Expr>, Expr),
    Augment(Expr, Binary, Expr),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    /// The last block runs unless `break` ended the loop.
    For(Box<[Expr; 2]>, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>, Vec<Stmt>),
    Def(Function),
    Return(Option<Expr>),
    Break,
    Continue,
    Pass,
    Assert(Expr, Option<Expr>),
    Delete(Vec<Expr>),
}

/// The module, its names bound in scope 0.
#[derive(Debug)]
pub(crate) struct Module {
    pub body: Vec<Stmt>,
    /// The number of scopes: the module's, and those of functions and comprehensions.
    pub scopes: usize,
}
