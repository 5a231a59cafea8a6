//! Validation of the `sum`, `product`, `proof` and `balance` checks. They are evaluated in `arithmetic::sums`.

use super::raw::RawRule;
use super::rules::Names;
use super::{BalanceRule, Below, FieldSpec, PackError, ProductRule, ProofRule, SumRule, Term};
use crate::record::Format;

impl Names<'_> {
    pub(super) fn sum(&self, raw: &RawRule) -> Result<SumRule, PackError> {
        let RawRule::Sum {
            form,
            result,
            of,
            needs,
            unless,
            or_of,
            tolerance,
            ..
        } = raw
        else {
            return Err(self.at.fault("check", "is not `sum`"));
        };
        self.amounts(form, "result", std::slice::from_ref(result))?;
        for name in needs {
            self.field(form, "needs", name)?;
        }
        for name in unless {
            self.field(form, "unless", name)?;
        }
        let terms: Result<Vec<Term>, PackError> = of.iter().map(|text| self.term(form, text)).collect();
        let others: Result<Vec<Term>, PackError> = or_of.iter().map(|text| self.term(form, text)).collect();
        Ok(SumRule {
            form: form.clone(),
            result: result.clone(),
            of: terms?,
            or_of: others?,
            needs: needs.clone(),
            unless: unless.clone(),
            tolerance: self.at.decimal("tolerance", tolerance)?,
        })
    }

    /// Parses `tax`, `items.amount`, `-discount`, `adjustments.amount<0`.
    fn term(&self, form: &str, text: &str) -> Result<Term, PackError> {
        let (negative, plain) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (plain, only) = match (plain.strip_suffix("<0"), plain.strip_suffix(">0")) {
            (Some(plain), _) => (plain, Some(Below::Zero)),
            (_, Some(plain)) => (plain, Some(Below::NotZero)),
            _ => (plain, None),
        };
        let (field, part) = match plain.split_once('.') {
            Some((field, part)) => (field, Some(part)),
            None => (plain, None),
        };
        match part {
            Some(part) => self.amount_part(form, "of", field, part)?,
            None => self.amounts(form, "of", &[field.to_owned()])?,
        }
        Ok(Term {
            field: field.to_owned(),
            part: part.map(ToOwned::to_owned),
            negative,
            only,
        })
    }

    pub(super) fn product(&self, raw: &RawRule) -> Result<ProductRule, PackError> {
        let RawRule::Product {
            form,
            list,
            result,
            of,
            tolerance,
            ..
        } = raw
        else {
            return Err(self.at.fault("check", "is not `product`"));
        };
        self.amount_part(form, "result", list, result)?;
        for part in of {
            self.part(form, "of", list, part)?;
        }
        Ok(ProductRule {
            form: form.clone(),
            list: list.clone(),
            result: result.clone(),
            of: of.clone(),
            tolerance: self.at.decimal("tolerance", tolerance)?,
        })
    }

    pub(super) fn proof(&self, raw: &RawRule) -> Result<ProofRule, PackError> {
        let RawRule::Proof { form, list, by, .. } = raw else {
            return Err(self.at.fault("check", "is not `proof`"));
        };
        self.list(form, "list", list)?;
        self.amounts(form, "by", by)?;
        Ok(ProofRule {
            form: form.clone(),
            list: list.clone(),
            by: by.clone(),
        })
    }

    pub(super) fn balance(&self, raw: &RawRule) -> Result<BalanceRule, PackError> {
        let RawRule::Balance {
            form,
            account,
            opening,
            closing,
            list,
            amount,
            balance,
            share,
            ..
        } = raw
        else {
            return Err(self.at.fault("check", "is not `balance`"));
        };
        if let Some(account) = account {
            self.field(form, "account", account)?;
        }
        self.amounts(form, "opening", std::slice::from_ref(opening))?;
        self.amounts(form, "closing", std::slice::from_ref(closing))?;
        self.amount_part(form, "amount", list, amount)?;
        self.amount_part(form, "balance", list, balance)?;
        if let Some(share) = share {
            self.amount_part(form, "share", list, share)?;
        }
        Ok(BalanceRule {
            form: form.clone(),
            account: account.clone(),
            opening: opening.clone(),
            closing: closing.clone(),
            list: list.clone(),
            amount: amount.clone(),
            balance: balance.clone(),
            share: share.clone(),
        })
    }

    fn list(&self, form: &str, key: &str, list: &str) -> Result<&FieldSpec, PackError> {
        let field = self.field(form, key, list)?;
        if field.parts.is_empty() {
            return Err(self.at.fault(key, format!("`{list}` is not a list with parts")));
        }
        Ok(field)
    }

    fn part(&self, form: &str, key: &str, list: &str, part: &str) -> Result<&FieldSpec, PackError> {
        let found = self.list(form, key, list)?.part(part);
        found.ok_or_else(|| self.at.fault(key, format!("`{list}` has no part named `{part}`")))
    }

    fn amount_part(&self, form: &str, key: &str, list: &str, part: &str) -> Result<(), PackError> {
        if self.part(form, key, list, part)?.format == Format::Currency {
            return Ok(());
        }
        Err(self.at.fault(key, format!("`{list}.{part}` is not an amount")))
    }
}
