extension SignedInUser {
    /// A cache of the view models that the front end retains, by subject.
    ///
    /// Two screens of one subject share a model, and a screen that is built again finds its model with its content. The
    /// cache holds weak references, so a model lives as long as the front end retains it.
    @MainActor final class LiveModels {
        private struct Key: Hashable {
            let type: ObjectIdentifier
            let subject: AnyHashable
        }

        private struct Entry {
            weak var model: AnyObject?
        }

        private var entries: [Key: Entry] = [:]

        /// Returns the live model of a subject, or creates a model. Creating a model takes time linear in the number of
        /// live models.
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
