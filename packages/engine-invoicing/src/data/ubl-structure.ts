/**
 * Content of the aggregates of UBL 2.1 that invoices and credit notes may reach, in order: `Name: child child ...`.
 * `-` marks a basic component, `~` an extension; `=Type` names the aggregate where it is not the element's own name;
 * `?` at most once, `*` any number, `+` at least once, otherwise exactly once.
 */
export const ublStructure = `
Invoice: ~UBLExtensions? -UBLVersionID? -CustomizationID? -ProfileID? -ProfileExecutionID? -ID -CopyIndicator?
  -UUID? -IssueDate -IssueTime? -DueDate? -InvoiceTypeCode? -Note* -TaxPointDate? -DocumentCurrencyCode?
  -TaxCurrencyCode? -PricingCurrencyCode? -PaymentCurrencyCode? -PaymentAlternativeCurrencyCode?
  -AccountingCostCode? -AccountingCost? -LineCountNumeric? -BuyerReference? InvoicePeriod=Period* OrderReference?
  BillingReference* DespatchDocumentReference=DocumentReference* ReceiptDocumentReference=DocumentReference*
  StatementDocumentReference=DocumentReference* OriginatorDocumentReference=DocumentReference*
  ContractDocumentReference=DocumentReference* AdditionalDocumentReference=DocumentReference* ProjectReference*
  Signature* AccountingSupplierParty=SupplierParty AccountingCustomerParty=CustomerParty PayeeParty=Party?
  BuyerCustomerParty=CustomerParty? SellerSupplierParty=SupplierParty? TaxRepresentativeParty=Party? Delivery*
  DeliveryTerms? PaymentMeans* PaymentTerms* PrepaidPayment=Payment* AllowanceCharge* TaxExchangeRate=ExchangeRate?
  PricingExchangeRate=ExchangeRate? PaymentExchangeRate=ExchangeRate? PaymentAlternativeExchangeRate=ExchangeRate?
  TaxTotal* WithholdingTaxTotal=TaxTotal* LegalMonetaryTotal=MonetaryTotal InvoiceLine+
Period: -StartDate? -StartTime? -EndDate? -EndTime? -DurationMeasure? -DescriptionCode* -Description*
OrderReference: -ID -SalesOrderID? -CopyIndicator? -UUID? -IssueDate? -IssueTime? -CustomerReference?
  -OrderTypeCode? DocumentReference?
DocumentReference: -ID -CopyIndicator? -UUID? -IssueDate? -IssueTime? -DocumentTypeCode? -DocumentType? -XPath*
  -LanguageID? -LocaleCode? -VersionID? -DocumentStatusCode? -DocumentDescription* Attachment?
  ValidityPeriod=Period? IssuerParty=Party? ResultOfVerification?
Attachment: -EmbeddedDocumentBinaryObject? ExternalReference?
ExternalReference: -URI? -DocumentHash? -HashAlgorithmMethod? -ExpiryDate? -ExpiryTime? -MimeCode? -FormatCode?
  -EncodingCode? -CharacterSetCode? -FileName? -Description*
Party: -MarkCareIndicator? -MarkAttentionIndicator? -WebsiteURI? -LogoReferenceID? -EndpointID?
  -IndustryClassificationCode? PartyIdentification* PartyName* Language? PostalAddress=Address?
  PhysicalLocation=Location? PartyTaxScheme* PartyLegalEntity* Contact? Person* AgentParty=Party?
  ServiceProviderParty* PowerOfAttorney* FinancialAccount?
PartyIdentification: -ID
PartyName: -Name
Language: -ID? -Name? -LocaleCode?
Address: -ID? -AddressTypeCode? -AddressFormatCode? -Postbox? -Floor? -Room? -StreetName? -AdditionalStreetName?
  -BlockName? -BuildingName? -BuildingNumber? -InhouseMail? -Department? -MarkAttention? -MarkCare?
  -PlotIdentification? -CitySubdivisionName? -CityName? -PostalZone? -CountrySubentity? -CountrySubentityCode?
  -Region? -District? -TimezoneOffset? AddressLine* Country? LocationCoordinate*
AddressLine: -Line
Country: -IdentificationCode? -Name?
LocationCoordinate: -CoordinateSystemCode? -LatitudeDegreesMeasure? -LatitudeMinutesMeasure? -LatitudeDirectionCode?
  -LongitudeDegreesMeasure? -LongitudeMinutesMeasure? -LongitudeDirectionCode? -AltitudeMeasure?
Location: -ID? -Description* -Conditions* -CountrySubentity? -CountrySubentityCode? -LocationTypeCode?
  -InformationURI? -Name? ValidityPeriod=Period* Address? SubsidiaryLocation=Location* LocationCoordinate*
PartyTaxScheme: -RegistrationName? -CompanyID? -TaxLevelCode? -ExemptionReasonCode? -ExemptionReason*
  RegistrationAddress=Address? TaxScheme
TaxScheme: -ID? -Name? -TaxTypeCode? -CurrencyCode? JurisdictionRegionAddress=Address*
PartyLegalEntity: -RegistrationName? -CompanyID? -RegistrationDate? -RegistrationExpirationDate?
  -CompanyLegalFormCode? -CompanyLegalForm? -SoleProprietorshipIndicator? -CompanyLiquidationStatusCode?
  -CorporateStockAmount? -FullyPaidSharesIndicator? RegistrationAddress=Address? CorporateRegistrationScheme?
  HeadOfficeParty=Party? ShareholderParty*
CorporateRegistrationScheme: -ID? -Name? -CorporateRegistrationTypeCode? JurisdictionRegionAddress=Address*
ShareholderParty: -PartecipationPercent? Party?
Contact: -ID? -Name? -Telephone? -Telefax? -ElectronicMail? -Note* OtherCommunication=Communication*
Communication: -ChannelCode? -Channel? -Value?
Person: -ID? -FirstName? -FamilyName? -Title? -MiddleName? -OtherName? -NameSuffix? -JobTitle? -NationalityID?
  -GenderCode? -BirthDate? -BirthplaceName? -OrganizationDepartment? Contact? FinancialAccount?
  IdentityDocumentReference=DocumentReference* ResidenceAddress=Address?
FinancialAccount: -ID? -Name? -AliasName? -AccountTypeCode? -AccountFormatCode? -CurrencyCode? -PaymentNote*
  FinancialInstitutionBranch=Branch? Country?
Branch: -ID? -Name? FinancialInstitution? Address?
FinancialInstitution: -ID? -Name? Address?
ServiceProviderParty: -ID? -ServiceTypeCode? -ServiceType* Party SellerContact=Contact?
PowerOfAttorney: -ID? -IssueDate? -IssueTime? -Description* NotaryParty=Party? AgentParty=Party WitnessParty=Party*
  MandateDocumentReference=DocumentReference*
ResultOfVerification: -ValidatorID? -ValidationResultCode? -ValidationDate? -ValidationTime? -ValidateProcess?
  -ValidateTool? -ValidateToolVersion? SignatoryParty=Party?
BillingReference: InvoiceDocumentReference=DocumentReference? SelfBilledInvoiceDocumentReference=DocumentReference?
  CreditNoteDocumentReference=DocumentReference? SelfBilledCreditNoteDocumentReference=DocumentReference?
  DebitNoteDocumentReference=DocumentReference? ReminderDocumentReference=DocumentReference?
  AdditionalDocumentReference=DocumentReference? BillingReferenceLine*
BillingReferenceLine: -ID -Amount? AllowanceCharge*
AllowanceCharge: -ID? -ChargeIndicator -AllowanceChargeReasonCode? -AllowanceChargeReason* -MultiplierFactorNumeric?
  -PrepaidIndicator? -SequenceNumeric? -Amount -BaseAmount? -AccountingCostCode? -AccountingCost? -PerUnitAmount?
  TaxCategory* TaxTotal? PaymentMeans*
TaxCategory: -ID? -Name? -Percent? -BaseUnitMeasure? -PerUnitAmount? -TaxExemptionReasonCode? -TaxExemptionReason*
  -TierRange? -TierRatePercent? TaxScheme
TaxTotal: -TaxAmount -RoundingAmount? -TaxEvidenceIndicator? -TaxIncludedIndicator? TaxSubtotal*
TaxSubtotal: -TaxableAmount? -TaxAmount -CalculationSequenceNumeric? -TransactionCurrencyTaxAmount? -Percent?
  -BaseUnitMeasure? -PerUnitAmount? -TierRange? -TierRatePercent? TaxCategory
PaymentMeans: -ID? -PaymentMeansCode -PaymentDueDate? -PaymentChannelCode? -InstructionID? -InstructionNote*
  -PaymentID* CardAccount? PayerFinancialAccount=FinancialAccount? PayeeFinancialAccount=FinancialAccount?
  CreditAccount? PaymentMandate? TradeFinancing?
CardAccount: -PrimaryAccountNumberID -NetworkID -CardTypeCode? -ValidityStartDate? -ExpiryDate? -IssuerID?
  -IssueNumberID? -CV2ID? -CardChipCode? -ChipApplicationID? -HolderName?
CreditAccount: -AccountID
PaymentMandate: -ID? -MandateTypeCode? -MaximumPaymentInstructionsNumeric? -MaximumPaidAmount? -SignatureID?
  PayerParty=Party? PayerFinancialAccount=FinancialAccount? ValidityPeriod=Period? PaymentReversalPeriod=Period?
  Clause*
Clause: -ID? -Content*
TradeFinancing: -ID? -FinancingInstrumentCode? ContractDocumentReference=DocumentReference? DocumentReference*
  FinancingParty=Party FinancingFinancialAccount=FinancialAccount? Clause*
ProjectReference: -ID -UUID? -IssueDate? WorkPhaseReference*
WorkPhaseReference: -ID? -WorkPhaseCode? -WorkPhase* -ProgressPercent? -StartDate? -EndDate?
  WorkOrderDocumentReference=DocumentReference*
Signature: -ID -Note* -ValidationDate? -ValidationTime? -ValidatorID? -CanonicalizationMethod? -SignatureMethod?
  SignatoryParty=Party? DigitalSignatureAttachment=Attachment? OriginalDocumentReference=DocumentReference?
SupplierParty: -CustomerAssignedAccountID? -AdditionalAccountID* -DataSendingCapability? Party?
  DespatchContact=Contact? AccountingContact=Contact? SellerContact=Contact?
CustomerParty: -CustomerAssignedAccountID? -SupplierAssignedAccountID? -AdditionalAccountID* Party?
  DeliveryContact=Contact? AccountingContact=Contact? BuyerContact=Contact?
Delivery: -ID? -Quantity? -MinimumQuantity? -MaximumQuantity? -ActualDeliveryDate? -ActualDeliveryTime?
  -LatestDeliveryDate? -LatestDeliveryTime? -ReleaseID? -TrackingID? DeliveryAddress=Address?
  DeliveryLocation=Location? AlternativeDeliveryLocation=Location? RequestedDeliveryPeriod=Period?
  PromisedDeliveryPeriod=Period? EstimatedDeliveryPeriod=Period? CarrierParty=Party? DeliveryParty=Party?
  NotifyParty=Party* Despatch? DeliveryTerms* MinimumDeliveryUnit=DeliveryUnit? MaximumDeliveryUnit=DeliveryUnit?
  Shipment?
Despatch: -ID? -RequestedDespatchDate? -RequestedDespatchTime? -EstimatedDespatchDate? -EstimatedDespatchTime?
  -ActualDespatchDate? -ActualDespatchTime? -GuaranteedDespatchDate? -GuaranteedDespatchTime? -ReleaseID?
  -Instructions* DespatchAddress=Address? DespatchLocation=Location? DespatchParty=Party? CarrierParty=Party?
  NotifyParty=Party* Contact? EstimatedDespatchPeriod=Period? RequestedDespatchPeriod=Period?
DeliveryTerms: -ID? -SpecialTerms* -LossRiskResponsibilityCode? -LossRisk* -Amount? DeliveryLocation=Location?
  AllowanceCharge?
DeliveryUnit: -BatchQuantity -ConsumerUnitQuantity? -HazardousRiskIndicator?
Shipment: -ID -ShippingPriorityLevelCode? -HandlingCode? -HandlingInstructions* -Information* -GrossWeightMeasure?
  -NetWeightMeasure? -NetNetWeightMeasure? -GrossVolumeMeasure? -NetVolumeMeasure? -TotalGoodsItemQuantity?
  -TotalTransportHandlingUnitQuantity? -InsuranceValueAmount? -DeclaredCustomsValueAmount?
  -DeclaredForCarriageValueAmount? -DeclaredStatisticsValueAmount? -FreeOnBoardValueAmount? -SpecialInstructions*
  -DeliveryInstructions* -SplitConsignmentIndicator? -ConsignmentQuantity? Consignment* GoodsItem* ShipmentStage*
  Delivery? TransportHandlingUnit* ReturnAddress=Address? OriginAddress=Address? FirstArrivalPortLocation=Location?
  LastExitPortLocation=Location? ExportCountry=Country? FreightAllowanceCharge=AllowanceCharge*
Consignment: -ID -CarrierAssignedID? -ConsigneeAssignedID? -ConsignorAssignedID? -FreightForwarderAssignedID?
  -BrokerAssignedID? -ContractedCarrierAssignedID? -PerformingCarrierAssignedID? -SummaryDescription*
  -TotalInvoiceAmount? -DeclaredCustomsValueAmount? -TariffDescription* -TariffCode? -InsurancePremiumAmount?
  -GrossWeightMeasure? -NetWeightMeasure? -NetNetWeightMeasure? -ChargeableWeightMeasure? -GrossVolumeMeasure?
  -NetVolumeMeasure? -LoadingLengthMeasure? -Remarks* -HazardousRiskIndicator? -AnimalFoodIndicator?
  -HumanFoodIndicator? -LivestockIndicator? -BulkCargoIndicator? -ContainerizedIndicator? -GeneralCargoIndicator?
  -SpecialSecurityIndicator? -ThirdPartyPayerIndicator? -CarrierServiceInstructions*
  -CustomsClearanceServiceInstructions* -ForwarderServiceInstructions* -SpecialServiceInstructions* -SequenceID?
  -ShippingPriorityLevelCode? -HandlingCode? -HandlingInstructions* -Information* -TotalGoodsItemQuantity?
  -TotalTransportHandlingUnitQuantity? -InsuranceValueAmount? -DeclaredForCarriageValueAmount?
  -DeclaredStatisticsValueAmount? -FreeOnBoardValueAmount? -SpecialInstructions* -SplitConsignmentIndicator?
  -DeliveryInstructions* -ConsignmentQuantity? -ConsolidatableIndicator? -HaulageInstructions* -LoadingSequenceID?
  -ChildConsignmentQuantity? -TotalPackagesQuantity? ConsolidatedShipment=Shipment* CustomsDeclaration*
  RequestedPickupTransportEvent=TransportEvent? RequestedDeliveryTransportEvent=TransportEvent?
  PlannedPickupTransportEvent=TransportEvent? PlannedDeliveryTransportEvent=TransportEvent? Status*
  ChildConsignment=Consignment* ConsigneeParty=Party? ExporterParty=Party? ConsignorParty=Party?
  ImporterParty=Party? CarrierParty=Party? FreightForwarderParty=Party? NotifyParty=Party?
  OriginalDespatchParty=Party? FinalDeliveryParty=Party? PerformingCarrierParty=Party? SubstituteCarrierParty=Party?
  LogisticsOperatorParty=Party? TransportAdvisorParty=Party? HazardousItemNotificationParty=Party?
  InsuranceParty=Party? MortgageHolderParty=Party? BillOfLadingHolderParty=Party? OriginalDepartureCountry=Country?
  FinalDestinationCountry=Country? TransitCountry=Country* TransportContract=Contract? TransportEvent*
  OriginalDespatchTransportationService=TransportationService?
  FinalDeliveryTransportationService=TransportationService? DeliveryTerms? PaymentTerms?
  CollectPaymentTerms=PaymentTerms? DisbursementPaymentTerms=PaymentTerms? PrepaidPaymentTerms=PaymentTerms?
  FreightAllowanceCharge=AllowanceCharge* ExtraAllowanceCharge=AllowanceCharge*
  MainCarriageShipmentStage=ShipmentStage* PreCarriageShipmentStage=ShipmentStage*
  OnCarriageShipmentStage=ShipmentStage* TransportHandlingUnit* FirstArrivalPortLocation=Location?
  LastExitPortLocation=Location?
CustomsDeclaration: -ID IssuerParty=Party?
TransportEvent: -IdentificationID? -OccurrenceDate? -OccurrenceTime? -TransportEventTypeCode? -Description*
  -CompletionIndicator? ReportedShipment=Shipment? CurrentStatus=Status* Contact* Location? Signature? Period*
Status: -ConditionCode? -ReferenceDate? -ReferenceTime? -Description* -StatusReasonCode? -StatusReason* -SequenceID?
  -Text* -IndicationIndicator? -Percent? -ReliabilityPercent? Condition*
Condition: -AttributeID -Measure? -Description* -MinimumMeasure? -MaximumMeasure?
Contract: -ID? -IssueDate? -IssueTime? -NominationDate? -NominationTime? -ContractTypeCode? -ContractType? -Note*
  -VersionID? -Description* ValidityPeriod=Period? ContractDocumentReference=DocumentReference*
  NominationPeriod=Period? ContractualDelivery=Delivery?
TransportationService: -TransportServiceCode -TariffClassCode? -Priority? -FreightRateClassCode?
  -TransportationServiceDescription* -TransportationServiceDetailsURI? -NominationDate? -NominationTime? -Name?
  -SequenceNumeric? TransportEquipment* SupportedTransportEquipment=TransportEquipment*
  UnsupportedTransportEquipment=TransportEquipment* CommodityClassification*
  SupportedCommodityClassification=CommodityClassification*
  UnsupportedCommodityClassification=CommodityClassification* TotalCapacityDimension=Dimension? ShipmentStage*
  TransportEvent* ResponsibleTransportServiceProviderParty=Party? EnvironmentalEmission*
  EstimatedDurationPeriod=Period? ScheduledServiceFrequency=ServiceFrequency*
TransportEquipment: -ID? -ReferencedConsignmentID* -TransportEquipmentTypeCode? -ProviderTypeCode? -OwnerTypeCode?
  -SizeTypeCode? -DispositionCode? -FullnessIndicationCode? -RefrigerationOnIndicator? -Information*
  -ReturnabilityIndicator? -LegalStatusIndicator? -AirFlowPercent? -HumidityPercent? -AnimalFoodApprovedIndicator?
  -HumanFoodApprovedIndicator? -DangerousGoodsApprovedIndicator? -RefrigeratedIndicator? -Characteristics?
  -DamageRemarks* -Description* -SpecialTransportRequirements* -GrossWeightMeasure? -GrossVolumeMeasure?
  -TareWeightMeasure? -TrackingDeviceCode? -PowerIndicator? -TraceID? MeasurementDimension=Dimension*
  TransportEquipmentSeal* MinimumTemperature=Temperature? MaximumTemperature=Temperature? ProviderParty=Party?
  LoadingProofParty=Party? SupplierParty? OwnerParty=Party? OperatingParty=Party? LoadingLocation=Location?
  UnloadingLocation=Location? StorageLocation=Location? PositioningTransportEvent=TransportEvent*
  QuarantineTransportEvent=TransportEvent* DeliveryTransportEvent=TransportEvent*
  PickupTransportEvent=TransportEvent* HandlingTransportEvent=TransportEvent* LoadingTransportEvent=TransportEvent*
  TransportEvent* ApplicableTransportMeans=TransportMeans? HaulageTradingTerms=TradingTerms* HazardousGoodsTransit*
  PackagedTransportHandlingUnit=TransportHandlingUnit* ServiceAllowanceCharge=AllowanceCharge*
  FreightAllowanceCharge=AllowanceCharge* AttachedTransportEquipment=TransportEquipment* Delivery? Pickup? Despatch?
  ShipmentDocumentReference=DocumentReference* ContainedInTransportEquipment=TransportEquipment* Package* GoodsItem*
Dimension: -AttributeID -Measure? -Description* -MinimumMeasure? -MaximumMeasure?
TransportEquipmentSeal: -ID -SealIssuerTypeCode? -Condition? -SealStatusCode? -SealingPartyType?
Temperature: -AttributeID -Measure -Description*
TransportMeans: -JourneyID? -RegistrationNationalityID? -RegistrationNationality* -DirectionCode?
  -TransportMeansTypeCode? -TradeServiceCode? Stowage? AirTransport? RoadTransport? RailTransport?
  MaritimeTransport? OwnerParty=Party? MeasurementDimension=Dimension*
Stowage: -LocationID? -Location* MeasurementDimension=Dimension*
AirTransport: -AircraftID
RoadTransport: -LicensePlateID
RailTransport: -TrainID -RailCarID?
MaritimeTransport: -VesselID? -VesselName? -RadioCallSignID? -ShipsRequirements* -GrossTonnageMeasure?
  -NetTonnageMeasure? RegistryCertificateDocumentReference=DocumentReference? RegistryPortLocation=Location?
TradingTerms: -Information* -Reference? ApplicableAddress=Address?
HazardousGoodsTransit: -TransportEmergencyCardCode? -PackingCriteriaCode? -HazardousRegulationCode?
  -InhalationToxicityZoneCode? -TransportAuthorizationCode? MaximumTemperature=Temperature?
  MinimumTemperature=Temperature?
TransportHandlingUnit: -ID? -TransportHandlingUnitTypeCode? -HandlingCode? -HandlingInstructions*
  -HazardousRiskIndicator? -TotalGoodsItemQuantity? -TotalPackageQuantity? -DamageRemarks* -ShippingMarks* -TraceID?
  HandlingUnitDespatchLine=DespatchLine* ActualPackage=Package* ReceivedHandlingUnitReceiptLine=ReceiptLine*
  TransportEquipment* TransportMeans* HazardousGoodsTransit* MeasurementDimension=Dimension*
  MinimumTemperature=Temperature? MaximumTemperature=Temperature? GoodsItem*
  FloorSpaceMeasurementDimension=Dimension? PalletSpaceMeasurementDimension=Dimension?
  ShipmentDocumentReference=DocumentReference* Status* CustomsDeclaration* ReferencedShipment=Shipment* Package*
DespatchLine: -ID -UUID? -Note* -LineStatusCode? -DeliveredQuantity? -BackorderQuantity? -BackorderReason*
  -OutstandingQuantity? -OutstandingReason* -OversupplyQuantity? OrderLineReference+ DocumentReference* Item
  Shipment*
OrderLineReference: -LineID -SalesOrderLineID? -UUID? -LineStatusCode? OrderReference?
Item: -Description* -PackQuantity? -PackSizeNumeric? -CatalogueIndicator? -Name? -HazardousRiskIndicator?
  -AdditionalInformation* -Keyword* -BrandName* -ModelName* BuyersItemIdentification=ItemIdentification?
  SellersItemIdentification=ItemIdentification? ManufacturersItemIdentification=ItemIdentification*
  StandardItemIdentification=ItemIdentification? CatalogueItemIdentification=ItemIdentification?
  AdditionalItemIdentification=ItemIdentification* CatalogueDocumentReference=DocumentReference?
  ItemSpecificationDocumentReference=DocumentReference* OriginCountry=Country? CommodityClassification*
  TransactionConditions* HazardousItem* ClassifiedTaxCategory=TaxCategory* AdditionalItemProperty=ItemProperty*
  ManufacturerParty=Party* InformationContentProviderParty=Party? OriginAddress=Address* ItemInstance* Certificate*
  Dimension*
ItemIdentification: -ID -ExtendedID? -BarcodeSymbologyID? PhysicalAttribute* MeasurementDimension=Dimension*
  IssuerParty=Party?
PhysicalAttribute: -AttributeID -PositionCode? -DescriptionCode? -Description*
CommodityClassification: -NatureCode? -CargoTypeCode? -CommodityCode? -ItemClassificationCode?
TransactionConditions: -ID? -ActionCode? -Description* DocumentReference*
HazardousItem: -ID? -PlacardNotation? -PlacardEndorsement? -AdditionalInformation* -UNDGCode?
  -EmergencyProceduresCode? -MedicalFirstAidGuideCode? -TechnicalName? -CategoryName? -HazardousCategoryCode?
  -UpperOrangeHazardPlacardID? -LowerOrangeHazardPlacardID? -MarkingID? -HazardClassID? -NetWeightMeasure?
  -NetVolumeMeasure? -Quantity? ContactParty=Party? SecondaryHazard* HazardousGoodsTransit*
  EmergencyTemperature=Temperature? FlashpointTemperature=Temperature? AdditionalTemperature=Temperature*
SecondaryHazard: -ID? -PlacardNotation? -PlacardEndorsement? -EmergencyProceduresCode? -Extension*
ItemProperty: -ID? -Name -NameCode? -TestMethod? -Value? -ValueQuantity? -ValueQualifier* -ImportanceCode?
  -ListValue* UsabilityPeriod=Period? ItemPropertyGroup* RangeDimension=Dimension? ItemPropertyRange?
ItemPropertyGroup: -ID -Name? -ImportanceCode?
ItemPropertyRange: -MinimumValue? -MaximumValue?
ItemInstance: -ProductTraceID? -ManufactureDate? -ManufactureTime? -BestBeforeDate? -RegistrationID? -SerialID?
  AdditionalItemProperty=ItemProperty* LotIdentification?
LotIdentification: -LotNumberID? -ExpiryDate? AdditionalItemProperty=ItemProperty*
Certificate: -ID -CertificateTypeCode -CertificateType -Remarks* IssuerParty=Party DocumentReference* Signature*
Package: -ID? -Quantity? -ReturnableMaterialIndicator? -PackageLevelCode? -PackagingTypeCode? -PackingMaterial*
  -TraceID? ContainedPackage=Package* ContainingTransportEquipment=TransportEquipment? GoodsItem*
  MeasurementDimension=Dimension* DeliveryUnit* Delivery? Pickup? Despatch?
GoodsItem: -ID? -SequenceNumberID? -Description* -HazardousRiskIndicator? -DeclaredCustomsValueAmount?
  -DeclaredForCarriageValueAmount? -DeclaredStatisticsValueAmount? -FreeOnBoardValueAmount? -InsuranceValueAmount?
  -ValueAmount? -GrossWeightMeasure? -NetWeightMeasure? -NetNetWeightMeasure? -ChargeableWeightMeasure?
  -GrossVolumeMeasure? -NetVolumeMeasure? -Quantity? -PreferenceCriterionCode? -RequiredCustomsID?
  -CustomsStatusCode? -CustomsTariffQuantity? -CustomsImportClassifiedIndicator? -ChargeableQuantity?
  -ReturnableQuantity? -TraceID? Item* GoodsItemContainer* FreightAllowanceCharge=AllowanceCharge* InvoiceLine*
  Temperature* ContainedGoodsItem=GoodsItem* OriginAddress=Address? Delivery? Pickup? Despatch?
  MeasurementDimension=Dimension* ContainingPackage=Package* ShipmentDocumentReference=DocumentReference?
  MinimumTemperature=Temperature? MaximumTemperature=Temperature?
GoodsItemContainer: -ID -Quantity? TransportEquipment*
InvoiceLine: -ID -UUID? -Note* -InvoicedQuantity? -LineExtensionAmount -TaxPointDate? -AccountingCostCode?
  -AccountingCost? -PaymentPurposeCode? -FreeOfChargeIndicator? InvoicePeriod=Period* OrderLineReference*
  DespatchLineReference=LineReference* ReceiptLineReference=LineReference* BillingReference* DocumentReference*
  PricingReference? OriginatorParty=Party? Delivery* PaymentTerms* AllowanceCharge* TaxTotal*
  WithholdingTaxTotal=TaxTotal* Item Price? DeliveryTerms? SubInvoiceLine=InvoiceLine*
  ItemPriceExtension=PriceExtension?
LineReference: -LineID -UUID? -LineStatusCode? DocumentReference?
PricingReference: OriginalItemLocationQuantity=ItemLocationQuantity? AlternativeConditionPrice=Price*
ItemLocationQuantity: -LeadTimeMeasure? -MinimumQuantity? -MaximumQuantity? -HazardousRiskIndicator?
  -TradingRestrictions* ApplicableTerritoryAddress=Address* Price? DeliveryUnit* ApplicableTaxCategory=TaxCategory*
  Package? AllowanceCharge* DependentPriceReference?
Price: -PriceAmount -BaseQuantity? -PriceChangeReason* -PriceTypeCode? -PriceType? -OrderableUnitFactorRate?
  ValidityPeriod=Period* PriceList? AllowanceCharge* PricingExchangeRate=ExchangeRate?
PriceList: -ID? -StatusCode? ValidityPeriod=Period* PreviousPriceList=PriceList?
ExchangeRate: -SourceCurrencyCode -SourceCurrencyBaseRate? -TargetCurrencyCode -TargetCurrencyBaseRate?
  -ExchangeMarketID? -CalculationRate? -MathematicOperatorCode? -Date? ForeignExchangeContract=Contract?
DependentPriceReference: -Percent? LocationAddress=Address? DependentLineReference=LineReference?
PaymentTerms: -ID? -PaymentMeansID* -PrepaidPaymentReferenceID? -Note* -ReferenceEventCode?
  -SettlementDiscountPercent? -PenaltySurchargePercent? -PaymentPercent? -Amount? -SettlementDiscountAmount?
  -PenaltyAmount? -PaymentTermsDetailsURI? -PaymentDueDate? -InstallmentDueDate? -InvoicingPartyReference?
  SettlementPeriod=Period? PenaltyPeriod=Period? ExchangeRate? ValidityPeriod=Period?
PriceExtension: -Amount TaxTotal*
Pickup: -ID? -ActualPickupDate? -ActualPickupTime? -EarliestPickupDate? -EarliestPickupTime? -LatestPickupDate?
  -LatestPickupTime? PickupLocation=Location? PickupParty=Party?
ReceiptLine: -ID -UUID? -Note* -ReceivedQuantity? -ShortQuantity? -ShortageActionCode? -RejectedQuantity?
  -RejectReasonCode? -RejectReason* -RejectActionCode? -QuantityDiscrepancyCode? -OversupplyQuantity? -ReceivedDate?
  -TimingComplaintCode? -TimingComplaint? OrderLineReference? DespatchLineReference=LineReference*
  DocumentReference* Item* Shipment*
ShipmentStage: -ID? -TransportModeCode? -TransportMeansTypeCode? -TransitDirectionCode? -PreCarriageIndicator?
  -OnCarriageIndicator? -EstimatedDeliveryDate? -EstimatedDeliveryTime? -RequiredDeliveryDate?
  -RequiredDeliveryTime? -LoadingSequenceID? -SuccessiveSequenceID? -Instructions* -DemurrageInstructions*
  -CrewQuantity? -PassengerQuantity? TransitPeriod=Period? CarrierParty=Party* TransportMeans?
  LoadingPortLocation=Location? UnloadingPortLocation=Location? TransshipPortLocation=Location?
  LoadingTransportEvent=TransportEvent? ExaminationTransportEvent=TransportEvent?
  AvailabilityTransportEvent=TransportEvent? ExportationTransportEvent=TransportEvent?
  DischargeTransportEvent=TransportEvent? WarehousingTransportEvent=TransportEvent?
  TakeoverTransportEvent=TransportEvent? OptionalTakeoverTransportEvent=TransportEvent?
  DropoffTransportEvent=TransportEvent? ActualPickupTransportEvent=TransportEvent?
  DeliveryTransportEvent=TransportEvent? ReceiptTransportEvent=TransportEvent? StorageTransportEvent=TransportEvent?
  AcceptanceTransportEvent=TransportEvent? TerminalOperatorParty=Party? CustomsAgentParty=Party?
  EstimatedTransitPeriod=Period? FreightAllowanceCharge=AllowanceCharge* FreightChargeLocation=Location?
  DetentionTransportEvent=TransportEvent* RequestedDepartureTransportEvent=TransportEvent?
  RequestedArrivalTransportEvent=TransportEvent? RequestedWaypointTransportEvent=TransportEvent*
  PlannedDepartureTransportEvent=TransportEvent? PlannedArrivalTransportEvent=TransportEvent?
  PlannedWaypointTransportEvent=TransportEvent* ActualDepartureTransportEvent=TransportEvent?
  ActualWaypointTransportEvent=TransportEvent? ActualArrivalTransportEvent=TransportEvent? TransportEvent*
  EstimatedDepartureTransportEvent=TransportEvent? EstimatedArrivalTransportEvent=TransportEvent?
  PassengerPerson=Person* DriverPerson=Person* ReportingPerson=Person? CrewMemberPerson=Person*
  SecurityOfficerPerson=Person? MasterPerson=Person? ShipsSurgeonPerson=Person?
EnvironmentalEmission: -EnvironmentalEmissionTypeCode -ValueMeasure -Description* EmissionCalculationMethod*
EmissionCalculationMethod: -CalculationMethodCode? -FullnessIndicationCode? MeasurementFromLocation=Location?
  MeasurementToLocation=Location?
ServiceFrequency: -WeekDayCode
Payment: -ID? -PaidAmount? -ReceivedDate? -PaidDate? -PaidTime? -InstructionID?
MonetaryTotal: -LineExtensionAmount? -TaxExclusiveAmount? -TaxInclusiveAmount? -AllowanceTotalAmount?
  -ChargeTotalAmount? -PrepaidAmount? -PayableRoundingAmount? -PayableAmount -PayableAlternativeAmount?
CreditNote: ~UBLExtensions? -UBLVersionID? -CustomizationID? -ProfileID? -ProfileExecutionID? -ID -CopyIndicator?
  -UUID? -IssueDate -IssueTime? -TaxPointDate? -CreditNoteTypeCode? -Note* -DocumentCurrencyCode? -TaxCurrencyCode?
  -PricingCurrencyCode? -PaymentCurrencyCode? -PaymentAlternativeCurrencyCode? -AccountingCostCode? -AccountingCost?
  -LineCountNumeric? -BuyerReference? InvoicePeriod=Period* DiscrepancyResponse=Response* OrderReference?
  BillingReference* DespatchDocumentReference=DocumentReference* ReceiptDocumentReference=DocumentReference*
  ContractDocumentReference=DocumentReference* AdditionalDocumentReference=DocumentReference*
  StatementDocumentReference=DocumentReference* OriginatorDocumentReference=DocumentReference* Signature*
  AccountingSupplierParty=SupplierParty AccountingCustomerParty=CustomerParty PayeeParty=Party?
  BuyerCustomerParty=CustomerParty? SellerSupplierParty=SupplierParty? TaxRepresentativeParty=Party? Delivery*
  DeliveryTerms* PaymentMeans* PaymentTerms* TaxExchangeRate=ExchangeRate? PricingExchangeRate=ExchangeRate?
  PaymentExchangeRate=ExchangeRate? PaymentAlternativeExchangeRate=ExchangeRate? AllowanceCharge* TaxTotal*
  LegalMonetaryTotal=MonetaryTotal CreditNoteLine+
Response: -ReferenceID? -ResponseCode? -Description* -EffectiveDate? -EffectiveTime? Status*
CreditNoteLine: -ID -UUID? -Note* -CreditedQuantity? -LineExtensionAmount? -TaxPointDate? -AccountingCostCode?
  -AccountingCost? -PaymentPurposeCode? -FreeOfChargeIndicator? InvoicePeriod=Period* OrderLineReference*
  DiscrepancyResponse=Response* DespatchLineReference=LineReference* ReceiptLineReference=LineReference*
  BillingReference* DocumentReference* PricingReference? OriginatorParty=Party? Delivery* PaymentTerms* TaxTotal*
  AllowanceCharge* Item? Price? DeliveryTerms* SubCreditNoteLine=CreditNoteLine* ItemPriceExtension=PriceExtension?
`;
