import CLibpq
import Foundation
import OrbitStore
import Synchronization

/// A thread that listens for announcements of other servers while there are subscribers.
final class ChangeListener: Sendable {
    private struct State {
        var feed: WeakFeed?
        /// The number of the thread that listens. Threads with other numbers end.
        var thread: Int?
        var started = 0
    }

    private struct WeakFeed {
        weak var feed: StoreFeed?
    }

    /// The maximum time until the thread notices that the last subscription has ended, and the pause before it
    /// reconnects, in milliseconds.
    private static let patience: Int32 = 250

    private let address: String
    private let state = Mutex(State())

    init(_ address: String) {
        self.address = address
    }

    func deliver(to feed: StoreFeed) { state.withLock { $0.feed = WeakFeed(feed: feed) } }

    func listens(_ shouldListen: Bool) {
        let number = state.withLock { state -> Int? in
            state.started += shouldListen ? 1 : 0
            state.thread = shouldListen ? state.started : nil
            return state.thread
        }
        guard let number else { return }
        let thread = Thread { [weak self, address] in
            while self?.feed(for: number) != nil {
                // The thread retries after every error.
                if let connection = try? Connection(address), (try? connection.execute("LISTEN orbit_changes")) != nil {
                    // Other servers may have announced any topic while this thread did not listen.
                    self?.feed(for: number)?.send(.anything)
                    while connection.waits(Self.patience), let feed = self?.feed(for: number) {
                        for lines in connection.notifications() { feed.send(Self.change(lines)) }
                    }
                } else {
                    // The pause occupies only this thread, like the wait for a notification.
                    Thread.sleep(forTimeInterval: Double(Self.patience) / 1_000)
                }
            }
        }
        thread.name = "PostgreSQL changes"
        thread.start()
    }

    private func feed(for thread: Int) -> StoreFeed? {
        state.withLock { $0.thread == thread ? $0.feed?.feed : nil }
    }

    private static func change(_ lines: String) -> StoreChange {
        lines.isEmpty ? .anything : .topics(Set(lines.split(separator: "\n").map(String.init)))
    }
}

extension Connection {
    /// Waits until data arrives, at most the given time.
    ///
    /// - Returns: `false` if the connection is lost.
    fileprivate func waits(_ milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) >= 0 || errno == EINTR else { return false }
        return consumesInput()
    }
}
