public import OrbitModels
public import Validation

extension ReportStatus: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "report_status", ["received": "Received. A moderator will look at it.", "decided": "Decided"])
}

extension ReportOutcome: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "report_outcome",
        [
            "acted": "We looked at it and took action. Thank you for telling us.",
            "nothing_found": "We looked at it and found nothing against the rules.",
        ])
}

extension Vocabulary {
    /// The vocabularies of the user's own reports.
    public static let reports = [ReportStatus.vocabulary, ReportOutcome.vocabulary]
}

extension FormName {
    /// The form of a report.
    public static let report = Self(rawValue: "report")
}

extension MessageCatalogue {
    /// The English catalogue with the texts of the report form.
    public static let reports = MessageCatalogue.english.overlaid(with: reportsAlone)

    /// The texts of the report form alone, for an overlay over another catalogue.
    public static let reportsAlone = MessageCatalogue(templatesByForm: [
        .report: [
            "reason": [.required: "Choose why you report this."],
            "text": [.required: "Say what happened.", .tooLong: "Keep it to {max} characters."],
            "evidence": [.tooMany: "Choose at most {max} pieces of evidence."],
        ]
    ])
}
