import PageParts
import Presentation

/// The fields of a form whose action has failed, so that the next page shows them again.
@MainActor final class TypedForm {
    /// The maximum size of the kept names and values in UTF-8. A session keeps the forms of several pages.
    static let maxBytes = 16_384

    let fields: FormFields

    init(_ fields: FormFields) { self.fields = fields }
}

extension PageVisit {
    /// Keeps the fields of the present form if its action has failed or was not performed. Files and very long fields
    /// are not kept.
    func keepFields(after outcome: ActionOutcome) {
        session.models.remove(TypedForm.self, path)
        switch outcome {
        case .failed, .skipped:
            let size = form.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
            guard size <= TypedForm.maxBytes else { return }
            _ = session.models.model(path) { TypedForm(FormFields(form.fields)) }
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
