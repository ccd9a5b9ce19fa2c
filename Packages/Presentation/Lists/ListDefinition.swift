public import Foundation
public import OrbitModels

/// How one list of a feature is kept up to date: its order, the people in it, and what each kind of event does to it.
///
/// ```swift
/// ListDefinition<IncomingPoke>(
///     .incomingPokes, order: .latestFirst(\.poke.createdAt), people: { [$0.person.id] }
/// ) { event, pokes throws(LogEventError) in
///     switch event.kind {
///     case .pokeReceived: pokes.upsert(try event.data())
///     case .pokeClosed: pokes.remove(try event.data(Named<PokeID>.self).value)
///     default: return .unknown
///     }
///     return .applied
/// }
/// ```
public struct ListDefinition<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable & Comparable {
    /// Folds one event into the list.
    ///
    /// Pure, total and idempotent: the same event again, or on a list that has its effect already, changes nothing.
    /// An event whose data cannot be read counts as ``FoldResult/unknown``.
    public typealias Fold =
        @Sendable (_ event: LogEvent, _ list: inout ListWindow<Element>) throws(LogEventError) -> FoldResult

    let name: ListName
    let order: ListWindow<Element>.Order
    let people: @Sendable (Element) -> [UserID]
    let isOver: @Sendable (Element, Date) -> Bool
    let expiresAt: (@Sendable (Element) -> Date?)?
    private let fold: Fold

    /// - Parameters:
    ///   - people: who an element is about. When a person is hidden, all of theirs leaves the list, without any help of
    ///     `fold`.
    ///   - isOver: whether time alone has ended what the element stands for, so that it is not shown any more.
    ///   - expiresAt: The instant from which `isOver` returns `true`; `nil` for no expiry. With it, a list removes an element
    ///     at that instant while a front end runs ``PersonLog/clock``.
    public init(
        _ name: ListName, order: ListWindow<Element>.Order, people: @escaping @Sendable (Element) -> [UserID],
        isOver: @escaping @Sendable (Element, Date) -> Bool = { _, _ in false },
        expiresAt: (@Sendable (Element) -> Date?)? = nil, fold: @escaping Fold
    ) {
        self.name = name
        self.order = order
        self.people = people
        self.isOver = isOver
        self.expiresAt = expiresAt
        self.fold = fold
    }

    func apply(_ event: LogEvent, to window: inout ListWindow<Element>) {
        let result = FoldResult(of: event, on: &window, fold)
        if event.kind == .personHidden, let hidden = event.subject {
            window.removeAll { people($0).contains(hidden) }
        }
        if result.outdates(name, by: event) { window.invalidate() }
    }
}
