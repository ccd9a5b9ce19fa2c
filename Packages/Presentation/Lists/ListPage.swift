public import Networking
public import OrbitModels

/// One page of a list, as received from the server.
public struct ListPage<Element: Identifiable & Sendable> {
    let elements: [Element]
    let unreadableCount: Int
    let nextCursor: String?
    let at: LogPosition?
    /// Whether this is the first page again, loaded instead of the requested page.
    public var startsOver = false
    /// Called just before the page is shown, to show the other values of the response.
    let alongside: @MainActor () -> Void

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - list: The elements, and the number of elements that could not be read.
    ///   - nextCursor: The cursor of the next page; `nil` for the last page.
    ///   - at: The position in the caller's log that the page includes; `nil` from a server without a log.
    ///   - alongside: Called just before the page is shown, to show the other values of the response.
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

extension ListPage where Element: JSONKeyed {
    /// Creates a page from a response that contains nothing else.
    public init(_ response: Response<Page<Element>>) {
        self.init(response.value.list, nextCursor: response.value.nextCursor, at: response.receipt?.at)
    }
}
