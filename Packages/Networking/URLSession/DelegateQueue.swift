import Foundation

extension OperationQueue {
    #if canImport(FoundationNetworking)
        /// Where delegates are called.
        ///
        /// FoundationNetworking queues every piece of a body, and a decompressor makes pieces faster than a queue
        /// delivers them: 1 MiB of gzip fills 2 GiB before the first piece can be refused. Called in place, the delegate
        /// drops what exceeds the budget before the next piece exists.
        static var forExchanges: OperationQueue? { InPlaceQueue() }
    #else
        /// Where delegates are called: a queue of the session's own.
        static var forExchanges: OperationQueue? { nil }
    #endif
}

#if canImport(FoundationNetworking)
    // Unchecked, because the compiler demands it of a subclass: it adds no state.
    private final class InPlaceQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif
