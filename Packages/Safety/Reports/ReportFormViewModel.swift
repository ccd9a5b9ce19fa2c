import Networking
public import Observation
public import OrbitModels
public import Presentation
public import Validation

/// The form of a report: why, what there is to say, and what is kept as evidence.
///
/// ```swift
/// form.category = .harassment
/// form.reason = .unwantedContact
/// form.toggle(EvidenceChoice(.profile))
/// if await form.send() == .done { print("Your receipt is \(form.receipt ?? "")") }
/// ```
@MainActor @Observable public final class ReportFormViewModel {
    /// What is reported.
    public let about: ReportSubject
    /// The group of reasons that was chosen; another one takes the reason back.
    public var category: ReportCategory? {
        didSet { if let reason, reason.category != category { self.reason = nil } }
    }
    /// Why.
    public var reason: ReportReason?
    /// What there is to say beside that; needed for `ReportReason.other`.
    public var text = ""
    /// What is kept.
    public private(set) var evidence: [EvidenceChoice] = []
    /// The report, once it was received.
    public private(set) var sent: Report?

    private let service: ReportService
    private let catalogue: MessageCatalogue
    private let actions: ActionRunner<ReportSubject>

    /// Creates an empty form.
    public init(
        about: ReportSubject, service: ReportService, log: PersonLog, catalogue: MessageCatalogue = .reports
    ) {
        self.about = about
        self.service = service
        self.catalogue = catalogue
        actions = ActionRunner(log: log)
    }

    /// The number to name when asking about the report, once it was received.
    public var receipt: String? { sent?.receipt }

    /// Whether it is being sent.
    public var isSending: Bool { actions.inFlight.contains(about) }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// What can be kept of this subject without naming anything else.
    public var offered: [EvidenceKind] {
        about.kind == .person ? [.profile, .photos, .text] : [.profile, .text]
    }

    /// Adds a piece of evidence, or takes it back.
    public func toggle(_ choice: EvidenceChoice) {
        if let index = evidence.firstIndex(of: choice) {
            evidence.remove(at: index)
        } else if evidence.count < ReportLimits.evidence {
            evidence.append(choice)
        }
    }

    /// Sends the report. It is listed among the user's reports at once, and on their other devices.
    @discardableResult
    public func send() async -> ActionOutcome {
        guard sent == nil, !isSending else { return .skipped }
        guard let reason else { return refuse([FieldFailure(path: "reason", code: .required)]) }
        let request = SendReportRequest(about: about, reason: reason, text: text, evidence: evidence)
        let failures = ReportRules.failures(in: request)
        guard failures.isEmpty else { return refuse(failures) }
        return await actions.run(about, request.name) { key in
            let report = try await service.send(request, key: key)
            sent = report
            return [LogEvent(.reportChanged, data: Named(report))]
        }
    }

    private func refuse(_ failures: [FieldFailure]) -> ActionOutcome {
        actions.refuse(Failure(failures, in: .report, of: catalogue))
    }
}

extension SendReportRequest {
    /// Tells one attempt from another.
    fileprivate var name: String {
        "\(reason) \(text) \(evidence.map { "\($0)" })"
    }
}
