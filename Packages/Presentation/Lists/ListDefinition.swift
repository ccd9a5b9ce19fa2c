public import Foundation
public import OrbitModels

/// The rules that update one list of a feature. They state the order of the elements, the people that an element refers
/// to, and the effect of each kind of event.
///
/// ```swift
/// ListDefinition<IncomingPoke>(
///     .incomingPokes, order: .latestFirst(\.poke.createdAt), people: { [$0.person.id] }
/// ) { event, pokes throws(LogEventError) in
///     switch event.kind {
///     case .pokeReceived: pokes.upsert(try event.data())
///     case .pokeClosed: pokes.remove(try event.data(Keyed<PokeID>.self).value)
///     default: return .unknown
///     }
///     return .applied
/// }
/// ```
public struct ListDefinition<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable & Comparable {
    /// Folds one event into the list.
    ///
    /// The function must be pure, total and idempotent. Folding an event twice, or into a list that already has its
    /// effect, changes nothing. If the function throws because the data of the event cannot be read, the result is
    /// ``FoldResult/unknown``.
    public typealias Fold =
        @Sendable (_ event: LogEvent, _ list: inout ListWindow<Element>) throws(LogEventError) -> FoldResult

    let name: ListName
    let order: ListWindow<Element>.Order
    let people: @Sendable (Element) -> [UserID]
    let isExpired: @Sendable (Element, Date) -> Bool
    let expiresAt: (@Sendable (Element) -> Date?)?
    private let fold: Fold

    /// Creates the rules of a list.
    ///
    /// - Parameters:
    ///   - name: The name of the list in the log.
    ///   - order: The order of the elements.
    ///   - people: The people that an element refers to. When a person is hidden, the list removes their elements
    ///     without the help of `fold`.
    ///   - isExpired: Whether an element has expired at a date, so that it is no longer shown.
    ///   - expiresAt: Returns the instant from which `isExpired` returns `true`; `nil` for an element that does not
    ///     expire. A list with this function removes an element at its instant while a front end runs
    ///     ``EventLog/clock``.
    ///   - fold: Folds one event into the list.
    public init(
        _ name: ListName, order: ListWindow<Element>.Order, people: @escaping @Sendable (Element) -> [UserID],
        isExpired: @escaping @Sendable (Element, Date) -> Bool = { _, _ in false },
        expiresAt: (@Sendable (Element) -> Date?)? = nil, fold: @escaping Fold
    ) {
        self.name = name
        self.order = order
        self.people = people
        self.isExpired = isExpired
        self.expiresAt = expiresAt
        self.fold = fold
    }

    /// Folds an event into a window. Removes the elements of a hidden person, and marks the window as outdated if the
    /// event requires a reload.
    func apply(_ event: LogEvent, to window: inout ListWindow<Element>) {
        let result = FoldResult(of: event, on: &window, fold)
        if event.kind == .personHidden, let hidden = event.subject {
            window.removeAll { people($0).contains(hidden) }
        }
        if result.outdates(name, by: event) { window.invalidate() }
    }
}
