//! Receipts from abroad: other languages, decimal commas, folios with charges and credits, purchases confirmed by
//! email.

use super::ledgers::{codes, items, page, receipt};
use super::paper::run;
use touchstone_core::record::Extraction;

fn value<'a>(form: &'a Extraction, field: &str) -> &'a str {
    form.fields[field].value.as_str().unwrap_or("-")
}

#[test]
fn a_menu_in_madrid() {
    let form = receipt(&[
        &[(90.0, "Contoso")],
        &[(60.0, "C. de Dom Juan, 35")],
        &[(60.0, "28002 Madrid")],
        &[(120.0, "FECHA: 31-10-21")],
        &[(120.0, "Hora: 13:10:48")],
        &[
            (20.0, "Unid."),
            (60.0, "Descripción"),
            (150.0, "Precio"),
            (200.0, "Importe"),
        ],
        &[(25.0, "1"), (60.0, "REFRESCOS"), (155.0, "3,50"), (205.0, "3,50")],
        &[(25.0, "1"), (60.0, "MENU DIARIO"), (152.0, "15,90"), (202.0, "15,90")],
        &[(40.0, "TOTAL"), (200.0, "19,40")],
        &[(40.0, "GRACIAS POR SU VISITA")],
    ]);
    assert_eq!(
        items(&form),
        ["1 | REFRESCOS | 3.50 | 3.50", "1 | MENU DIARIO | 15.90 | 15.90"]
    );
    assert_eq!((value(&form, "total"), value(&form, "date")), ("19.40", "2021-10-31"));
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn an_entry_paid_in_euros() {
    let form = receipt(&[
        &[(20.0, "Maison Jeanne d'Arc"), (150.0, "REÇU"), (220.0, "11/12/2022")],
        &[(60.0, "Description"), (200.0, "Total")],
        &[(60.0, "Entrée plein tarif"), (200.0, "6,00€")],
        &[(60.0, "Entrée tarif réduit"), (200.0, "3,50€")],
        &[(160.0, "Payé"), (200.0, "9,50€")],
    ]);
    assert_eq!(
        items(&form),
        [
            "- | Entrée plein tarif | - | 6.00",
            "- | Entrée tarif réduit | - | 3.50"
        ]
    );
    assert_eq!((value(&form, "total"), value(&form, "date")), ("9.50", "2022-12-11"));
    assert_eq!(value(&form, "merchant"), "Maison Jeanne d'Arc");
}

#[test]
fn a_bill_of_an_inn_in_germany() {
    let form = receipt(&[
        &[(60.0, "Gasthaus zur Linde")],
        &[(60.0, "Marktplatz 4, 79098 Freiburg")],
        &[(60.0, "USt-IdNr. DE 118 220 771")],
        &[(12.0, "Rechnung 2281"), (120.0, "14.06.2024"), (200.0, "20:15")],
        &[(12.0, "Tisch 9"), (120.0, "Es bedient Sie: Nils")],
        &[(12.0, "2 x Flammkuchen"), (140.0, "11,90"), (200.0, "23,80")],
        &[(12.0, "1 x Forelle"), (200.0, "14,50")],
        &[(12.0, "Summe EUR"), (200.0, "38,30")],
        &[(12.0, "Netto 19%"), (200.0, "32,18")],
        &[(12.0, "MwSt 19%"), (200.0, "6,12")],
        &[(12.0, "Girocard"), (200.0, "38,30")],
    ]);
    assert_eq!(
        items(&form),
        ["2 | Flammkuchen | 11.90 | 23.80", "1 | Forelle | - | 14.50"]
    );
    assert_eq!((value(&form, "total"), value(&form, "date")), ("38.30", "2024-06-14"));
    assert_eq!(value(&form, "merchant"), "Gasthaus zur Linde");
    assert_eq!(value(&form, "payment_method"), "Girocard");
    assert_eq!(codes(&form), Vec::<&str>::new());
}

#[test]
fn amounts_in_yen_have_no_cents() {
    let slip = |total: &'static str| {
        receipt(&[
            &[(60.0, "KIRIYAMA STATIONERY")],
            &[(60.0, "3-12-4 Nakano, Tokyo")],
            &[(12.0, "2024/11/20"), (120.0, "16:08 No.0042")],
            &[(12.0, "Notebook A5"), (200.0, "880")],
            &[(12.0, "Gel pen"), (200.0, "660")],
            &[(17.0, "3 @ 220")],
            &[(12.0, "Subtotal"), (200.0, "1,540")],
            &[(12.0, "Tax 10%"), (200.0, "154")],
            &[(12.0, total), (200.0, "1,694")],
            &[(12.0, "Cash"), (200.0, "2,000")],
            &[(12.0, "Change"), (200.0, "306")],
        ])
    };
    let form = slip("TOTAL JPY");
    assert_eq!(
        items(&form),
        ["- | Notebook A5 | - | 880.00", "3 | Gel pen | 220.00 | 660.00"]
    );
    assert_eq!((value(&form, "total"), value(&form, "tax")), ("1694.00", "154.00"));
    assert_eq!(codes(&form), Vec::<&str>::new());
    // Without a currency, bare numbers are not amounts.
    assert_eq!(slip("TOTAL").label, "OTHER");
}

#[test]
fn a_folio_charges_and_credits() {
    let form = receipt(&[
        &[(200.0, "Contoso Inn")],
        &[(200.0, "5600 148th Ave NE, Redmond, WA 98052")],
        &[(20.0, "Alex Morgan"), (300.0, "Room: 515")],
        &[
            (20.0, "Arrive: 27Mar21"),
            (150.0, "Depart: 28Mar21"),
            (300.0, "Folio Number: 12345"),
        ],
        &[
            (20.0, "DATE"),
            (100.0, "DESCRIPTION"),
            (300.0, "CHARGES"),
            (400.0, "CREDITS"),
        ],
        &[(20.0, "27Mar21"), (100.0, "Room Charge"), (310.0, "88.00")],
        &[(20.0, "27Mar21"), (100.0, "County Tax 6%"), (310.0, "5.28")],
        &[(20.0, "27Mar21"), (100.0, "State Tax 6%"), (310.0, "5.28")],
        &[(20.0, "27Mar21"), (100.0, "Daily Parking"), (310.0, "6.00")],
        &[(20.0, "27Mar21"), (100.0, "Parking Tax"), (310.0, "0.36")],
        &[(20.0, "28Mar21"), (100.0, "American Express"), (405.0, "104.92")],
        &[(250.0, "Total"), (305.0, "104.92"), (405.0, "104.92")],
        &[(250.0, "Balance"), (312.0, "0.00"), (350.0, "USD")],
    ]);
    assert_eq!(
        items(&form),
        ["- | Room Charge | - | 88.00", "- | Daily Parking | - | 6.00"]
    );
    assert_eq!((value(&form, "tax"), value(&form, "total")), ("10.92", "104.92"));
    assert_eq!(value(&form, "date"), "2021-03-28");
    assert_eq!(value(&form, "payment_method"), "American Express");
}

#[test]
fn a_purchase_told_of_by_mail_was_paid_when_nothing_is_left() {
    let mail = |left: &'static str| {
        let lines: &[&[(f32, &str)]] = &[
            &[(20.0, "From: noreply@contoso.com")],
            &[(20.0, "Subject: Contoso Sales")],
            &[(20.0, "Contoso")],
            &[(20.0, "3050 Old Centre Road,")],
            &[(20.0, "Los Angeles, CA 90018")],
            &[(20.0, "Date 01/08/2024")],
            &[(20.0, "Bill To")],
            &[(20.0, "Benson Miller")],
            &[
                (20.0, "Product Area"),
                (110.0, "Product Description"),
                (260.0, "Price"),
                (330.0, "Quantity"),
                (400.0, "Subtotal"),
            ],
            &[
                (20.0, "EC"),
                (110.0, "Membership Fee"),
                (260.0, "$120.00"),
                (330.0, "1"),
                (400.0, "$120.00"),
            ],
            &[
                (20.0, "EC"),
                (110.0, "Online Course Fee"),
                (260.0, "$200.00"),
                (330.0, "2"),
                (400.0, "$400.00"),
            ],
            &[
                (20.0, "EC"),
                (110.0, "Conference Fee"),
                (260.0, "$190.00"),
                (330.0, "1"),
                (400.0, "$190.00"),
            ],
            &[(300.0, "Total Charges"), (400.0, "$710.00")],
            &[(300.0, "Payment"), (400.0, "$710.00")],
            &[(300.0, "Balance Due"), (400.0, left)],
        ];
        run(vec![page(lines).0]).1.remove(0)
    };
    let paid = mail("$0.00");
    assert_eq!(paid.label.as_str(), "RECEIPT");
    assert_eq!((value(&paid, "total"), items(&paid).len()), ("710.00", 3));
    assert_eq!(mail("$710.00").label.as_str(), "OTHER");
}
