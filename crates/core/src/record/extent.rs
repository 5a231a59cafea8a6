//! The area from which a form may be read: its pages and, on a page shared with other forms, its own parts.
//! Everything else on such a page belongs to another form.

use super::{Form, FormPlan, Sheet};
use std::collections::BTreeMap;
use touchstone_intake::Region;

#[derive(Debug, Clone, PartialEq)]
pub struct Extent {
    pub first_page: u32,
    pub last_page: u32,
    /// Region of the copy on which values are shown, if it does not fill its page.
    pub lead: Option<Region>,
    /// Pages shared with other forms.
    shared: BTreeMap<u32, Share>,
}

/// A page shared by several forms.
#[derive(Debug, Clone, PartialEq)]
struct Share {
    /// The form's own regions, plus the area above all forms; empty if the page belongs entirely to other forms.
    own: Vec<Region>,
    others: Vec<Region>,
}

impl Extent {
    /// The extent of one form among all forms of its document.
    pub fn of(plan: &FormPlan, all: &[FormPlan]) -> Self {
        let others = || all.iter().filter(|other| other.number != plan.number);
        let share = |page: u32| {
            let on_page = |sheet: &&Sheet| sheet.page == page;
            let theirs: Vec<&Sheet> = others().flat_map(|other| &other.sheets).filter(on_page).collect();
            let ours: Vec<&Sheet> = plan.sheets.iter().filter(on_page).collect();
            if theirs.is_empty() || ours.iter().any(|sheet| sheet.region.is_none()) {
                return None;
            }
            let others: Vec<Region> = theirs.iter().filter_map(|sheet| sheet.region).collect();
            let mut own: Vec<Region> = ours.iter().filter_map(|sheet| sheet.region).collect();
            let above = above(own.iter().chain(&others)).filter(|_| !own.is_empty());
            own.extend(ours.iter().filter_map(|sheet| sheet.head).chain(above));
            Some((page, Share { own, others }))
        };
        Self {
            first_page: plan.first_page,
            last_page: plan.last_page,
            lead: plan.sheets.first().and_then(|sheet| sheet.region),
            shared: (plan.first_page..=plan.last_page).filter_map(share).collect(),
        }
    }

    /// The extent of a filled form, from its plan.
    pub fn of_form(form: &Form, plans: &[FormPlan]) -> Self {
        let plan = plans.iter().find(|plan| plan.number == form.number);
        plan.map_or_else(
            || Self {
                first_page: form.first_page,
                last_page: form.last_page,
                lead: form.region,
                shared: BTreeMap::new(),
            },
            |plan| Self::of(plan, plans),
        )
    }

    /// The form's own parts of a page; `None` for a page that is not shared.
    pub fn parts(&self, page: u32) -> Option<&[Region]> {
        self.shared.get(&page).map(|share| share.own.as_slice())
    }

    /// Pages that do not belong entirely to another form.
    pub fn pages(&self) -> impl Iterator<Item = u32> {
        (self.first_page..=self.last_page).filter(|page| !self.is_foreign(*page))
    }

    /// Whether a page between the form's own pages belongs entirely to another form.
    pub fn is_foreign(&self, page: u32) -> bool {
        self.parts(page).is_some_and(<[Region]>::is_empty)
    }

    /// Whether the form shares any of its pages.
    pub fn is_shared(&self) -> bool {
        !self.shared.is_empty()
    }

    /// Whether a place belongs to another form and not to this one.
    pub fn is_anothers(&self, place: &Region) -> bool {
        let share = self.shared.get(&place.page);
        share.is_some_and(|share| {
            let holds = |parts: &[Region]| parts.iter().any(|part| part.holds(place));
            share.own.is_empty() || !holds(&share.own) && holds(&share.others)
        })
    }
}

/// The area of a page above all forms on it.
fn above<'r>(forms: impl Iterator<Item = &'r Region>) -> Option<Region> {
    let all = Region::around(forms)?;
    (all.y > 0.0).then(|| Region::between(all.page, (all.x, 0.0), (all.right(), all.y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(page: u32, y: f32) -> Region {
        Region {
            page,
            x: 0.0,
            y,
            width: 600.0,
            height: 100.0,
        }
    }

    fn sheet(page: u32, top: Option<f32>) -> Sheet {
        Sheet {
            page,
            region: top.map(|y| region(page, y)),
            head: None,
            copy: None,
        }
    }

    fn plan(number: u32, sheets: Vec<Sheet>) -> FormPlan {
        let pages = || sheets.iter().map(|sheet| sheet.page);
        FormPlan {
            number,
            segment: 0,
            candidates: Vec::new(),
            first_page: pages().min().unwrap_or(1),
            last_page: pages().max().unwrap_or(1),
            sheets,
        }
    }

    #[test]
    fn of_a_page_that_forms_share_each_has_its_own_part() {
        let all = [
            plan(1, vec![sheet(1, Some(0.0)), sheet(1, Some(400.0)), sheet(3, Some(0.0))]),
            plan(2, vec![sheet(1, Some(200.0)), sheet(2, None)]),
        ];
        let (first, second) = (Extent::of(&all[0], &all), Extent::of(&all[1], &all));
        // Its copies on page 1 are its own, page 2 belongs to the other form, and page 3 is not shared.
        assert_eq!(first.parts(1), Some(&[region(1, 0.0), region(1, 400.0)][..]));
        assert_eq!((first.parts(2), first.parts(3)), (Some(&[][..]), None));
        assert_eq!(first.pages().collect::<Vec<u32>>(), [1, 3]);
        assert_eq!(
            (second.parts(1), second.parts(2)),
            (Some(&[region(1, 200.0)][..]), None)
        );
        assert!(!first.is_anothers(&region(1, 410.0)) && first.is_anothers(&region(1, 210.0)));
        assert!(first.is_anothers(&region(2, 10.0)) && !first.is_anothers(&region(3, 700.0)));
        // A place outside all forms belongs to none.
        assert!(!first.is_anothers(&region(1, 650.0)));
    }

    #[test]
    fn a_form_that_is_alone_has_its_pages_to_itself() {
        let copies = plan(1, vec![sheet(1, Some(0.0)), sheet(1, Some(200.0)), sheet(2, None)]);
        let extent = Extent::of(&copies, std::slice::from_ref(&copies));
        assert!(!extent.is_shared());
        assert!(!extent.is_anothers(&region(1, 700.0)));
    }

    #[test]
    fn a_head_above_several_sections_belongs_to_each_of_them() {
        let section = |number: u32, top: f32| {
            let own = Sheet {
                head: Some(region(1, 0.0)),
                ..sheet(1, Some(top))
            };
            plan(number, vec![own])
        };
        let all = [section(1, 100.0), section(2, 300.0)];
        let second = Extent::of(&all[1], &all);
        assert!(!second.is_anothers(&region(1, 10.0)) && second.is_anothers(&region(1, 110.0)));
        assert!(second.parts(1).is_some_and(|parts| parts.contains(&region(1, 0.0))));
    }

    #[test]
    fn what_stands_above_all_forms_of_a_page_belongs_to_each_of_them() {
        let all = [
            plan(1, vec![sheet(1, Some(100.0))]),
            plan(2, vec![sheet(1, Some(200.0))]),
        ];
        for one in &all {
            let parts = Extent::of(one, &all).parts(1).map(<[Region]>::to_vec);
            let own = one.sheets[0].region;
            assert_eq!(parts, Some(own.into_iter().chain([region(1, 0.0)]).collect()));
        }
    }
}
