import GRDB
import OrbitStore
import TimeAndChance

/// Polls for commits by other processes while there are subscribers.
///
/// Each poll queries the table of changes for rows after the last known row, which takes microseconds. The alternatives
/// are worse:
/// - A watch on the file also wakes for each checkpoint, and differs between systems.
/// - `PRAGMA data_version` indicates only that the file has changed.
final class ChangeFollower: Sendable {
    /// The time between two polls.
    private static let pause: Duration = .milliseconds(50)
    /// The minimum number of rows that are kept for slow processes.
    static let kept: Int64 = 4_096
    /// The number of new rows after which the oldest rows are deleted.
    static let batch: Int64 = 1_024

    let feed: StoreFeed
    private let looking: LockedState<Task<Void, Never>?>

    init(pool: DatabasePool, server: String, time: any TimeSource) {
        let (looking, others) = (LockedState<Task<Void, Never>?>(nil), LockedState(Others()))
        self.looking = looking
        let feed = StoreFeed { isFollowed in
            looking.withLock { task in
                task?.cancel()
                task = nil
                guard isFollowed else { return }
                let last = Self.last(in: pool)
                task = Task { await Self.look(at: pool, after: last, others, server, time) }
            }
        }
        others.withLock { $0.feed = feed }
        self.feed = feed
    }

    /// The feed for commits by other processes. The reference is weak because the feed retains the closure that retains
    /// this value.
    private struct Others: Sendable {
        weak var feed: StoreFeed?
    }

    func stop() { looking.withLock { $0?.cancel() } }

    private static func last(in pool: DatabasePool) -> Int64? {
        do {
            return try pool.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM changes") ?? 0 }
        } catch {
            return nil  // the first poll then sends `.anything`
        }
    }

    @concurrent private static func look(
        at pool: DatabasePool, after start: Int64?, _ others: LockedState<Others>, _ server: String,
        _ time: any TimeSource
    ) async {
        var last = start
        while !Task.isCancelled {
            do {
                try await time.sleep(for: pause)
                let after = last ?? 0
                let rows = try await pool.read { db in
                    try Row.fetchAll(
                        db.cachedStatement(
                            sql: "SELECT id, server, topics FROM changes WHERE id > ? ORDER BY id LIMIT \(kept)"),
                        arguments: [after]
                    ).map { row -> (id: Int64, server: String, topics: String) in
                        (try row.value(0), try row.value(1), try row.value(2))
                    }
                }
                let feed = others.withLock { $0.feed }
                if last == nil || rows.first.map({ $0.id > after + 1 }) == true { feed?.send(.anything) }
                for row in rows where row.server != server {
                    feed?.send(.topics(Set(row.topics.split(separator: "\n").map { String($0) })))
                }
                last = rows.last?.id ?? after
            } catch is CancellationError {
                return
            } catch {
                last = nil  // the next successful poll then sends `.anything`
            }
        }
    }
}
