extension SignedInUser {
    /// The view models that the front end holds, by subject.
    ///
    /// Two screens of one subject share a model, and a screen that is built again finds its model with its content. A
    /// model lives as long as the front end holds it; this holds none.
    @MainActor final class LiveModels {
        private struct Key: Hashable {
            let type: ObjectIdentifier
            let subject: AnyHashable
        }

        private struct Entry {
            weak var model: AnyObject?
        }

        private var entries: [Key: Entry] = [:]

        /// Returns the model of a subject that is alive, or makes one. Linear in the number of live models when one is
        /// made.
        func model<Model: AnyObject>(of subject: some Hashable & Sendable, make: () -> Model) -> Model {
            let key = Key(type: ObjectIdentifier(Model.self), subject: AnyHashable(subject))
            if let model = entries[key]?.model as? Model { return model }
            entries = entries.filter { $0.value.model != nil }
            let model = make()
            entries[key] = Entry(model: model)
            return model
        }
    }
}
