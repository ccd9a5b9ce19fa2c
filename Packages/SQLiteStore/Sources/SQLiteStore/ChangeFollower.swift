import GRDB
import OrbitStore
import TimeAndChance

/// Looks what other processes have announced, while anyone follows.
///
/// It asks the table of changes for rows after the last one that it knows: one look-up, of microseconds. A watch on the
/// file would also wake for each checkpoint and differs between systems, and `PRAGMA data_version` says only that there is
/// something to ask for.
final class ChangeFollower: Sendable {
    /// How long it waits between two looks.
    private static let pause: Duration = .milliseconds(50)
    /// How many rows are kept for slow processes, at least.
    static let kept: Int64 = 4_096
    /// After how many the oldest are removed.
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

    /// What is told of other processes' commits. Weak, as the feed holds what holds this.
    private struct Others: Sendable {
        weak var feed: StoreFeed?
    }

    func stop() { looking.withLock { $0?.cancel() } }

    private static func last(in pool: DatabasePool) -> Int64? {
        do {
            return try pool.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM changes") ?? 0 }
        } catch {
            return nil  // then the first look says that anything may have changed
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
                last = nil  // whatever is missed meanwhile
            }
        }
    }
}
