public import OrbitModels
public import Presentation

extension EventKind {
    /// The owner of the log has added an element.
    ///
    /// Data: `Keyed<__Name__>`.
    public static let __name__Added = Self(rawValue: "__wire_name__.added")
    /// The owner of the log has removed an element.
    ///
    /// Data: `Keyed<__Name__ID>`.
    public static let __name__Removed = Self(rawValue: "__wire_name__.removed")
}

extension ListName {
    /// The __words_names__ of the owner of the log.
    public static let __names__ = Self(rawValue: "__wire_names__")
}

extension EventCatalogue {
    /// The events of __words_names__.
    public static let __feature__ = EventCatalogue([
        .__name__Added: Keyed<__Name__>.self, .__name__Removed: Keyed<__Name__ID>.self,
    ])
}

extension ListDefinition<__Name__> {
    /// The user's __words_names__.
    public static var __names__: Self {
        Self(
            .__names__, order: .latestFirst(\.createdAt), people: { _ in [] }
        ) { event, list throws(LogEventError) in
            switch event.kind {
            case .__name__Added: list.upsert(try event.data(Keyed<__Name__>.self).value)
            case .__name__Removed: list.remove(try event.data(Keyed<__Name__ID>.self).value)
            default: return .unknown
            }
            return .applied
        }
    }
}

extension LogEvent {
    static func added(_ element: __Name__) -> LogEvent { LogEvent(.__name__Added, data: Keyed(element)) }

    static func removed(_ id: __Name__ID) -> LogEvent { LogEvent(.__name__Removed, data: Keyed(id)) }
}
