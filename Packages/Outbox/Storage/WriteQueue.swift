import DurableFiles
import Foundation

/// The writes that wait for the disk. One write at a time contains the records of all callers that wait.
struct WriteQueue {
    enum Turn: Sendable {
        /// The caller writes the records of all callers, its own included.
        case lead
        case done(Result<Void, OutboxError>)
    }

    struct PendingWrite {
        let records: [OutboxRecord]
        /// `nil` for the caller that leads.
        var continuation: CheckedContinuation<Turn, Never>?
    }

    var pending: [PendingWrite] = []
    var isLed = false
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    /// The size of the file at which acknowledged entries are removed from it.
    var nextCompaction = 0
}

/// Storing records in the order of the calls.
extension Outbox {
    /// Stores records, and applies them to the state once they are durable.
    func write(_ records: [OutboxRecord]) async throws(OutboxError) {
        guard journal != nil else { throw .closed }
        let turn: WriteQueue.Turn
        if writes.isLed {
            turn = await withCheckedContinuation { continuation in
                writes.pending.append(WriteQueue.PendingWrite(records: records, continuation: continuation))
            }
        } else {
            writes.isLed = true
            writes.pending.append(WriteQueue.PendingWrite(records: records, continuation: nil))
            turn = .lead
        }
        switch turn {
        case .done(let result): try result.get()
        case .lead: try await lead().get()
        }
    }

    private func lead() async -> Result<Void, OutboxError> {
        let group = writes.pending
        let earlier = unwritten
        writes.pending = []
        unwritten = []
        let result = await append(earlier + group.flatMap(\.records))
        switch result {
        case .success:
            for record in group.flatMap(\.records) { state.apply(record) }
            publish()
        case .failure:
            unwritten = earlier + unwritten
        }
        for write in group { write.continuation?.resume(returning: .done(result)) }
        await compactIfNeeded()
        passOnLead()
        return result
    }

    private func passOnLead() {
        if writes.pending.isEmpty {
            writes.isLed = false
            for waiter in writes.idleWaiters { waiter.resume() }
            writes.idleWaiters = []
        } else {
            let next = writes.pending[0].continuation
            writes.pending[0].continuation = nil
            next?.resume(returning: .lead)
        }
    }

    private func append(_ records: [OutboxRecord]) async -> Result<Void, OutboxError> {
        guard let journal else { return .failure(.closed) }
        do throws(DurableFileError) {
            try await journal.append(records.map(\.encoded))
            return .success(())
        } catch {
            return .failure(OutboxError(error))
        }
    }

    /// Removes acknowledged entries from the file if they are most of it. The cost is constant for each record on
    /// average.
    private func compactIfNeeded() async {
        guard let journal, journal.size > writes.nextCompaction else { return }
        let earlier = unwritten
        unwritten = []
        do throws(DurableFileError) {
            try await journal.replace(with: state.snapshot.map(\.encoded))
            writes.nextCompaction = limits.compactionThreshold + 4 * journal.size
        } catch {
            // The file is complete without the compaction. It is tried again when the file has grown.
            unwritten = earlier + unwritten
            writes.nextCompaction = 2 * journal.size
        }
    }

    /// Returns once no write is in progress.
    func waitUntilWritten() async {
        while writes.isLed {
            await withCheckedContinuation { writes.idleWaiters.append($0) }
        }
    }
}
