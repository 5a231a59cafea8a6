//! Names that a template shares with the reader of documents without a fixed form: its fields, their columns and its word
//! lists. The pack loader rejects any other name.

/// An enum whose variants have names in packs.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$about])* $variant,)+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// As packs write it.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }

            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|own| own.name() == name)
            }
        }
    };
}

named! {
    /// A field that a statement or a receipt is read into.
    LedgerField {
        Account = "account",
        Adjustments = "adjustments",
        Balances = "balances",
        ClosingBalance = "closing_balance",
        Date = "date",
        DocumentTitle = "document_title",
        Institution = "institution",
        IssuerName = "issuer_name",
        Items = "items",
        Merchant = "merchant",
        OpeningBalance = "opening_balance",
        PaymentMethod = "payment_method",
        Period = "period",
        PeriodEnd = "period_end",
        PeriodStart = "period_start",
        RecipientName = "recipient_name",
        Subtotal = "subtotal",
        Tax = "tax",
        TaxYear = "tax_year",
        Tip = "tip",
        Total = "total",
        TransactionCount = "transaction_count",
        Transactions = "transactions",
    }
}

named! {
    /// A column of a list: of transactions, items, balances or adjustments.
    LedgerColumn {
        Date = "date",
        Description = "description",
        Quantity = "quantity",
        Price = "price",
        Amount = "amount",
        Balance = "balance",
        Principal = "principal",
        Interest = "interest",
        Escrow = "escrow",
        Fees = "fees",
    }
}

impl LedgerColumn {
    pub fn is_money(self) -> bool {
        matches!(self, Self::Price | Self::Amount | Self::Balance) || self.is_share()
    }

    /// Whether it is a share of a loan payment. Principal lowers the balance, the others do not.
    pub fn is_share(self) -> bool {
        matches!(self, Self::Principal | Self::Interest | Self::Escrow | Self::Fees)
    }
}

named! {
    /// Phrases that a template gives its reader.
    WordList {
        /// Captions of article numbers.
        Articles = "articles",
        /// Captions of an amount that is still to be paid.
        Balance = "balance",
        /// What is numbered in a chain: `Store 12`.
        Branches = "branches",
        /// Titles of a table of taxes, which repeats amounts.
        Breakdown = "breakdown",
        /// A balance taken over from one page to the next.
        Carried = "carried",
        /// Captions of money given back.
        Change = "change",
        /// Heads of columns of money and words beside sums, where an amount may be printed without cents.
        Charged = "charged",
        /// Lines that only greet, thank or name the copy.
        Courtesies = "courtesies",
        /// What is printed where dates begin with the day, and the currencies used there.
        DayFirst = "day_first",
        DayFirstCurrency = "day_first_currency",
        /// Signs between a quantity and its price.
        Each = "each",
        /// What is printed where dates begin with either.
        EitherFirst = "either_first",
        EitherFirstCurrency = "either_first_currency",
        /// Words beside a means of payment that say it may be used, not that it was.
        Eligible = "eligible",
        /// Words without meaning beside a caption.
        Fillers = "fillers",
        /// Words in the names of companies.
        Firms = "firms",
        /// Goods sold by measure.
        Goods = "goods",
        /// Beginnings of lines that speak to the customer.
        Greetings = "greetings",
        /// Titles of parts of the document.
        Headings = "headings",
        /// Words before the company that issued a card.
        Issued = "issued",
        /// Captions of a measured quantity.
        Measures = "measures",
        /// Words after the name of a bank that begin what it is a member of.
        Memberships = "memberships",
        /// What is printed where dates begin with the month, and the currencies used there.
        MonthFirst = "month_first",
        MonthFirstCurrency = "month_first_currency",
        /// Texts at the head of a receipt that are never a merchant's name.
        Nameless = "nameless",
        /// Captions of numbers with decimals that are not dollars.
        Measured = "measured",
        /// Words that are not the name of a customer.
        NotCustomers = "not_customers",
        /// Words between a caption and a number.
        Numbered = "numbered",
        /// Beginnings of the names of offices that issue documents.
        Offices = "offices",
        /// Captions of an account that is owed.
        Owed = "owed",
        /// Means of payment.
        Payment = "payment",
        /// Words of addresses.
        Places = "places",
        /// Names of products, which are not those of companies.
        Products = "products",
        /// Captions of the customer.
        Recipient = "recipient",
        /// What only a sale prints.
        Sale = "sale",
        /// Words that say an amount was paid.
        Settled = "settled",
        /// Captions of amounts and counts that are no part of the sum.
        Skipped = "skipped",
        /// Captions of the balance of a given day.
        Standing = "standing",
        /// Types of streets.
        Streets = "streets",
        /// Names of bills that are also means of payment: `Check`.
        Tabs = "tabs",
        /// Captions of the person who received the money.
        Takers = "takers",
        /// Captions that a till prints at the head.
        Till = "till",
        /// Beginnings of rows that sum a table up.
        Totals = "totals",
        /// Trades, which alone are not a merchant's name.
        Trades = "trades",
        /// Captions of the price of one measure.
        UnitPrices = "unit_prices",
        /// Words before a day that ends a time span.
        Until = "until",
        /// Payment with a telephone, which another means follows.
        Wallets = "wallets",
    }
}
