/// The models of single subjects that pages of a session show. The app itself retains no such model.
///
/// Beyond ``maxModels`` models, the model that was used least recently is released.
@MainActor final class KeptModels {
    static let maxModels = 32

    private var models: [String: (model: AnyObject, use: Int)] = [:]
    private var lastUse = 0

    /// Returns the model under a key, or creates it.
    ///
    /// - Parameters:
    ///   - key: The name of the model among all models of its type.
    ///   - make: Creates the model.
    func model<Model: AnyObject>(_ key: String, _ make: () -> Model) -> Model {
        let key = "\(Model.self) \(key)"
        lastUse += 1
        if let model = models[key]?.model as? Model {
            models[key]?.use = lastUse
            return model
        }
        let model = make()
        models[key] = (model, lastUse)
        if models.count > Self.maxModels, let oldest = models.min(by: { $0.value.use < $1.value.use }) {
            models[oldest.key] = nil
        }
        return model
    }

    /// Returns the model under a key; `nil` if it was not created or was released.
    func existing<Model: AnyObject>(_ type: Model.Type, _ key: String) -> Model? {
        models["\(Model.self) \(key)"]?.model as? Model
    }

    /// Releases a model, for example a form that was sent.
    func remove<Model: AnyObject>(_ type: Model.Type, _ key: String) { models["\(Model.self) \(key)"] = nil }

    /// Releases all models.
    func removeAll() { models = [:] }
}
