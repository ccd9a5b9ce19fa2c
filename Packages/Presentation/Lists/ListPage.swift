public import Networking
public import OrbitModels

/// One page of a list, as it was received.
public struct ListPage<Element: Identifiable & Sendable> {
    let elements: [Element]
    let unreadableCount: Int
    let nextCursor: String?
    let at: LogPosition?
    /// Whether this is the first page again, in place of the requested one.
    public var startsOver = false
    /// Shows whatever else came with the page, once the page is shown.
    let alongside: @MainActor () -> Void

    /// - Parameters:
    ///   - nextCursor: requests the page after this one; `nil` on the last.
    ///   - at: the position in the caller's log that the page includes; `nil` from a server without a log.
    public init(
        _ list: LossyList<Element>, nextCursor: String?, at: LogPosition?,
        alongside: @escaping @MainActor () -> Void = {}
    ) {
        elements = list.elements
        unreadableCount = list.quarantined.count
        self.nextCursor = nextCursor
        self.at = at
        self.alongside = alongside
    }
}

extension ListPage where Element: WireNamed {
    /// The page of a response that has nothing else in it.
    public init(_ response: Response<Page<Element>>) {
        self.init(response.value.list, nextCursor: response.value.nextCursor, at: response.receipt?.at)
    }
}
