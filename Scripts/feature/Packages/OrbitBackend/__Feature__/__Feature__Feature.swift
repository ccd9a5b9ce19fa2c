import BackendRuntime
import OrbitModels
import __Feature__

extension Feature {
    /// The __words_names__ of people.
    static let __feature__ = Feature(
        operations: [List__Names__.self, Write__Names__.self],
        records: [__Name__Record.self],
        events: EventCatalogue.__feature__.kinds,
        otherLists: [.__names__],
        limits: [Write__Names__.adding.name])
}
