import PageParts
import Presentation

/// The fields of a form whose action has failed, so that the next page shows them again.
@MainActor final class TypedForm {
    let fields: FormFields

    init(_ fields: FormFields) { self.fields = fields }
}

extension PageVisit {
    /// Keeps the fields of the present form if its action has failed or was not performed.
    func keepFields(after outcome: ActionOutcome) {
        session.models.remove(TypedForm.self, path)
        switch outcome {
        case .failed, .skipped: _ = session.models.model(path) { TypedForm(form) }
        case .done, .queued: break
        }
    }

    /// Returns the kept fields of a form; no fields unless its last action has failed.
    ///
    /// - Parameter path: The path of the action.
    func keptFields(of path: String) -> FormFields {
        session.models.existing(TypedForm.self, path)?.fields ?? FormFields()
    }
}
