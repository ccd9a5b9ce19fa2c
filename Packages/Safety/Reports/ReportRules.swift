public import OrbitModels
public import Validation

/// The limits of reports and appeals.
public enum ReportLimits {
    /// The maximum number of characters of a report's text, and of an appeal.
    public static let text = 2_000
    /// The maximum number of characters of a text that is sent as evidence.
    public static let evidenceText = 4_000
    /// The maximum number of pieces of evidence in a report.
    public static let evidence = 10
    /// The maximum length of an identifier, in bytes.
    public static let identifier = 64
}

/// The forms of the texts of reports and appeals.
public enum ReportTexts {
    /// The reporter's explanation.
    public static let text = TextForm(characters: 0...ReportLimits.text, bytes: 8_000, lines: .several)
    /// A text that is sent as evidence.
    public static let evidence = TextForm(characters: 1...ReportLimits.evidenceText, bytes: 16_000, lines: .several)
    /// An appeal.
    public static let appeal = TextForm(characters: 1...ReportLimits.text, bytes: 8_000, lines: .several)
}

/// The rules of a report. The form and the server both check them.
public enum ReportRules {
    /// Returns all failures of a report. Paths are those of the JSON body.
    public static func failures(in report: SendReportRequest) -> [FieldFailure] {
        var failures = failures(in: report.about)
        if !report.reason.isKnown { failures.append(FieldFailure(path: "reason", code: .unknownValue)) }
        failures += Rule<String>.text(ReportTexts.text).failures(in: report.text).under("text")
        if report.reason == .other, ReportTexts.text.cleaned(report.text).isEmpty {
            failures.append(FieldFailure(path: "text", code: .required))
        }
        if report.evidence.count > ReportLimits.evidence {
            failures.append(
                FieldFailure(
                    path: "evidence", code: .tooMany, parameters: ["max": .integer(ReportLimits.evidence)]))
        }
        for (index, choice) in report.evidence.prefix(ReportLimits.evidence).enumerated() {
            failures += self.failures(in: choice).under("evidence[\(index)]")
        }
        return failures.blocking
    }

    /// Returns the report with its texts cleaned, as the server stores it.
    public static func cleaned(_ report: SendReportRequest) -> SendReportRequest {
        var report = report
        report.text = ReportTexts.text.cleaned(report.text)
        for index in report.evidence.indices {
            report.evidence[index].text = report.evidence[index].text.map(ReportTexts.evidence.cleaned)
        }
        return report
    }

    private static func failures(in subject: ReportSubject) -> [FieldFailure] {
        if let count = subject.messageIDs?.count, count > ReportSubject.maxMessages {
            let parameters: [String: ParameterValue] = ["max": .integer(ReportSubject.maxMessages)]
            return [FieldFailure(path: "about.message_ids", code: .tooMany, parameters: parameters)]
        }
        let needed: [(String, String?)]
        switch subject.kind {
        case .person: needed = [("user_id", subject.userID?.rawValue)]
        case .meetup: needed = [("meetup_id", subject.meetupID?.rawValue)]
        case .photo: needed = [("user_id", subject.userID?.rawValue), ("photo_id", subject.photoID?.rawValue)]
        case .post: needed = [("post_id", subject.postID?.rawValue)]
        case .messages:
            needed = [("user_id", subject.userID?.rawValue), ("conversation_id", subject.conversationID?.rawValue)]
        default: return [FieldFailure(path: "about.kind", code: .unknownValue)]
        }
        let given = [
            subject.userID?.rawValue, subject.meetupID?.rawValue, subject.photoID?.rawValue, subject.postID?.rawValue,
            subject.conversationID?.rawValue,
        ].compactMap(\.self).count
        let hasOtherMessages = subject.kind != .messages && subject.messageIDs != nil
        if given > needed.count || hasOtherMessages { return [FieldFailure(path: "about", code: .notAllowed)] }
        let failures = needed.compactMap { path, id in self.failure(of: id, "about.\(path)") }
        return subject.kind == .messages ? failures + self.failures(inMessages: subject.messageIDs ?? []) : failures
    }

    private static func failures(inMessages ids: [MessageID]) -> [FieldFailure] {
        let path = "about.message_ids"
        if ids.isEmpty { return [FieldFailure(path: path, code: .required)] }
        return ids.enumerated().compactMap { index, id in failure(of: id.rawValue, "\(path)[\(index)]") }
    }

    private static func failures(in choice: EvidenceChoice) -> [FieldFailure] {
        switch choice.kind {
        case .profile, .photos: []
        case .photo: [failure(of: choice.photoID?.rawValue, "photo_id")].compactMap(\.self)
        case .meetup: [failure(of: choice.meetupID?.rawValue, "meetup_id")].compactMap(\.self)
        case .post: [failure(of: choice.postID?.rawValue, "post_id")].compactMap(\.self)
        case .note: [failure(of: choice.ratingID?.rawValue, "rating_id")].compactMap(\.self)
        case .text: Rule<String>.text(ReportTexts.evidence).failures(in: choice.text ?? "").under("text")
        // The subject of the report names the messages.
        case .messages: [FieldFailure(path: "kind", code: .notAllowed)]
        default: [FieldFailure(path: "kind", code: .unknownValue)]
        }
    }

    /// Returns a failure unless the identifier is well-formed. The check does not reveal whether the identifier exists.
    private static func failure(of id: String?, _ path: String) -> FieldFailure? {
        guard let id else { return FieldFailure(path: path, code: .required) }
        let isValid =
            (1...ReportLimits.identifier).contains(id.utf8.count)
            && id.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || [0x2D, 0x5F].contains($0)
            }
        return isValid ? nil : FieldFailure(path: path, code: .malformed)
    }
}
