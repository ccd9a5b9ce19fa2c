import Networking
public import Observation
public import OrbitModels
public import Presentation
public import Validation

/// The form of a report: a reason, a text and evidence.
///
/// ```swift
/// form.category = .harassment
/// form.reason = .unwantedContact
/// form.toggle(EvidenceChoice(.profile))
/// if await form.send() == .done { print("Your receipt is \(form.receipt ?? "")") }
/// ```
@MainActor @Observable public final class ReportFormViewModel {
    /// The reported person or thing.
    public let about: ReportSubject
    /// The chosen group of reasons. A change to another group resets ``reason``.
    public var category: ReportCategory? {
        didSet { if let reason, reason.category != category { self.reason = nil } }
    }
    /// The reason for the report.
    public var reason: ReportReason?
    /// The user's explanation. It is required for `ReportReason.other`.
    public var text = ""
    /// The evidence to keep, at most ``ReportLimits/evidence`` pieces.
    public private(set) var evidence: [EvidenceChoice] = []
    /// The report as the server has received it; `nil` before that.
    public private(set) var sent: Report?

    private let service: ReportService
    private let catalogue: MessageCatalogue
    private let actions: ActionRunner<ReportSubject>

    /// Creates an empty form.
    public init(
        about: ReportSubject, service: ReportService, log: EventLog, catalogue: MessageCatalogue = .reports
    ) {
        self.about = about
        self.service = service
        self.catalogue = catalogue
        actions = ActionRunner(log: log)
    }

    /// The reference number for questions about the report; `nil` until the server has received it.
    public var receipt: String? { sent?.receipt }

    /// Whether the report is being sent.
    public var isSending: Bool { actions.inFlight.contains(about) }

    /// The failure of the last action; `nil` once another action starts.
    public var failure: Failure? { actions.failure }

    /// The kinds of evidence that need no identifier besides the subject.
    public var offered: [EvidenceKind] {
        about.kind == .person ? [.profile, .photos, .text] : [.profile, .text]
    }

    /// Adds a piece of evidence, or removes it if it was chosen. Beyond ``ReportLimits/evidence`` pieces, nothing is
    /// added.
    public func toggle(_ choice: EvidenceChoice) {
        if let index = evidence.firstIndex(of: choice) {
            evidence.remove(at: index)
        } else if evidence.count < ReportLimits.evidence {
            evidence.append(choice)
        }
    }

    /// Sends the report. A second call after a success does nothing. The report appears immediately among the user's
    /// reports, also on their other devices.
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
            return [LogEvent(.reportChanged, data: Keyed(report))]
        }
    }

    private func refuse(_ failures: [FieldFailure]) -> ActionOutcome {
        actions.refuse(Failure(failures, in: .report, of: catalogue))
    }
}

extension SendReportRequest {
    /// The name of the attempt. A change to the form gives another name, and so another idempotency key.
    fileprivate var name: String {
        "\(reason) \(text) \(evidence.map { "\($0)" })"
    }
}
