import Observation
import OrbitApp
import OrbitModels
import Presentation
import Validation

/// The form of a new notice. It shows failures of the fields that the user has touched.
@MainActor @Observable public final class NoticeForm {
    /// The notice as it is typed.
    public var draft: NoticeRequest = NoticeForm.empty {
        didSet {
            if draft.kind != oldValue.kind { touched.touch("kind") }
            if draft.text != oldValue.text { touched.touch("text") }
        }
    }

    private static let empty = NoticeRequest(kind: .event, text: "")

    private let service: NoticeService
    private let catalogue: MessageCatalogue
    private let actions: ActionRunner<NoticeRequest>
    private var touched = TouchedFields()

    init(_ context: SignedInContext) {
        service = NoticeService(client: context.client)
        catalogue = context.catalogue
        actions = ActionRunner(log: context.log)
    }

    /// The failures of the fields that the user has changed or left.
    public var failures: [FieldFailure] { touched.shown(of: NoticeRules.failures(in: draft)) }

    /// Whether a notice is being sent.
    public var isPosting: Bool { !actions.inFlight.isEmpty }

    /// The failure of the last attempt, until the next.
    public var failure: Failure? { actions.failure }

    /// Notes that the user has left a field, `kind` or `text`.
    public func leave(_ field: String) { touched.touch(field) }

    /// Returns the words for a failure of this form.
    public func message(for failure: FieldFailure) -> String { catalogue.message(for: failure, in: .notice) }

    /// Posts the notice and empties the form. Does nothing while a notice is being sent.
    @discardableResult
    public func post() async -> ActionOutcome {
        guard !isPosting else { return .skipped }
        touched.submit()
        let wrong = NoticeRules.failures(in: draft)
        guard wrong.isEmpty else { return actions.refuse(Failure(wrong, in: .notice, of: catalogue)) }
        let (typed, request) = (draft, draft.cleaned)
        let outcome = await actions.run(request) { key in [.posted(try await service.post(request, key: key))] }
        // The user may have begun the next notice.
        if outcome == .done, draft == typed { clear() }
        return outcome
    }

    /// Empties the form.
    func clear() {
        draft = Self.empty
        touched.reset()
        actions.clearFailure()
    }
}

extension FormName {
    /// The form of a new notice.
    public static let notice = FormName(rawValue: "notice")
}
