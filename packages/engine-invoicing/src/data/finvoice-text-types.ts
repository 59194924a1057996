/** Text types of Finvoice 3.0: `Type: base minLength=n maxLength=n pattern=p`. */
export const finvoiceTextTypes = String.raw`
EpiRemittanceInfoIdentifierPattern: xs:NMTOKEN pattern=([0-9]{2,20})|(RF[0-9][0-9][0-9A-Za-z]{1,21})
InvoiceTypeCodePatternFI: xs:NMTOKEN pattern=(REQ|QUO|ORD|ORC|INV|DEV|TES|INF|PRI|DEN|SEI|REC|RES|SDD)[0-9]{2}
OriginCodeType: xs:NMTOKEN pattern=Original|Copy|Cancel
PaymentStatusCodeType: xs:NMTOKEN pattern=PAID|NOTPAID|PARTLYPAID
VatExReasonCodeType: xs:NMTOKEN pattern=[A-Za-z0-9\-]{1,20}
VatCategoryCodeType: untdid5305
AttachmentsIdentifierType: xs:string minLength=15 maxLength=61 pattern=.{2,48}::attachments
genericTokenType3: xs:token length=3
genericTokenType0_14: xs:token minLength=0 maxLength=14
genericTokenType1_20: xs:token minLength=1 maxLength=20
genericTokenType0_35: xs:token minLength=0 maxLength=35
genericTokenType2_35: xs:token minLength=2 maxLength=35
genericTokenType0_70: xs:token minLength=0 maxLength=70
genericNMtokenType0_4: xs:token minLength=0 maxLength=4 pattern=\c*
genericNMtokenType8_11: xs:token minLength=8 maxLength=11 pattern=\c*
genericNMtokenType0_14: xs:token minLength=0 maxLength=14 pattern=\c*
genericNMtokenType1_34: xs:token minLength=1 maxLength=34 pattern=\c*
genericNMtokenType0_35: xs:token minLength=0 maxLength=35 pattern=\c*
genericNMtokenType2_35: xs:token minLength=2 maxLength=35 pattern=\c*
genericNMtokenType0_512: xs:token minLength=0 maxLength=512 pattern=\c*
genericStringType0_4: xs:string minLength=0 maxLength=4
genericStringType1_4: xs:string minLength=1 maxLength=4
genericStringType1_8: xs:string minLength=1 maxLength=8
genericStringType0_10: xs:string minLength=0 maxLength=10
genericStringType1_10: xs:string minLength=1 maxLength=10
genericStringType0_14: xs:string minLength=0 maxLength=14
genericStringType1_13: xs:string minLength=1 maxLength=13
genericStringType1_19: xs:string minLength=1 maxLength=19
genericStringType1_20: xs:string minLength=1 maxLength=20
genericStringType0_35: xs:string minLength=0 maxLength=35
genericStringType1_35: xs:string minLength=1 maxLength=35
genericStringType2_35: xs:string minLength=2 maxLength=35
genericStringType0_48: xs:string minLength=0 maxLength=48
genericStringType2_48: xs:string minLength=2 maxLength=48
genericStringType0_70: xs:string minLength=0 maxLength=70
genericStringType1_70: xs:string minLength=1 maxLength=70
genericStringType2_70: xs:string minLength=2 maxLength=70
genericStringType0_80: xs:string minLength=0 maxLength=80
genericStringType0_100: xs:string minLength=0 maxLength=100
genericStringType0_512: xs:string minLength=0 maxLength=512
percentage: xs:string pattern=[1-9]?[0-9]{1,2}(,[0-9]{1,3})?
exchangeRate: xs:string pattern=[0-9]{1,15}(,[0-9]{1,6})?
dateType: xs:integer pattern=[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]
monetaryAmount: xs:token pattern=-?[0-9]{1,15}(,[0-9]{2,5})?
epiMonetaryAmount: xs:token pattern=-?[0-9]{1,15},[0-9]{2}
unitAmountType: xs:token pattern=-?[0-9]{1,15}(,[0-9]{2,5})?
CountryCodeType: xs:NMTOKEN length=2
LanguageCodeType: xs:NMTOKEN length=2
iso6523cid: xs:NMTOKEN pattern=[0-9]{4}
capAZ09: xs:NMTOKEN pattern=[A-Z0-9]*
untdid1_3_AZ09: capAZ09 minLength=1 maxLength=3
untdid1001: untdid1_3_AZ09
untdid1153: untdid1_3_AZ09
untdid2005: untdid1_3_AZ09
untdid4461: untdid1_3_AZ09
untdid5189: untdid1_3_AZ09
untdid5305: untdid1_3_AZ09
untdid7143: untdid1_3_AZ09
untdid7161: untdid1_3_AZ09
ElectronicAddrSchemeIdType: xs:NMTOKEN minLength=1 maxLength=10
unitCodeUN: xs:NMTOKEN pattern=[A-Z0-9]{2,3}
EpiAccountIDType@IdentificationSchemeName: xs:NMTOKEN pattern=IBAN|BBAN
EpiBfiIdentifierType@IdentificationSchemeName: xs:NMTOKEN pattern=BIC
EpiRemittanceInfoIdentifierType@IdentificationSchemeName: xs:NMTOKEN pattern=SPY|ISO
EpiChargeType@ChargeOption: xs:NMTOKEN pattern=SHA|OUR|BEN|SLEV
InvoiceTypeCodeTypeFI@CodeListAgencyIdentifier: xs:NMTOKEN pattern=SPY
SellerAccountIDType@IdentificationSchemeName: xs:NMTOKEN pattern=IBAN|BBAN
SellerBicType@IdentificationSchemeName: xs:NMTOKEN pattern=BIC
date@Format: xs:NMTOKEN pattern=CCYYMMDD
amount@AmountCurrencyIdentifier: xs:NMTOKEN length=3
epiAmount@AmountCurrencyIdentifier: xs:NMTOKEN length=3
unitAmount@AmountCurrencyIdentifier: xs:NMTOKEN length=3
Finvoice@Version: xs:NMTOKEN pattern=1\.3|2\.0|2\.01|3\.0
`;
