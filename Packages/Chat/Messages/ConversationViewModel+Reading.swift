import Foundation
import Networking
import OrbitModels
import Presentation
import TimeAndChance

extension ConversationViewModel {
    /// Notes which messages are on the screen. Messages that stay there for 500 milliseconds are read.
    ///
    /// Call it after each change of the screen, and with `nil` when the screen shows no messages. Everything up to the
    /// number counts as seen.
    ///
    /// - Parameter seq: The number of the last visible message of the server.
    public func show(through seq: Int?) {
        lastVisible = seq
        let now = log.time.uptime
        // The positions before the change count until now.
        settleReading(at: now)
        reader.show(seq.map { min($0, window.upper) }, at: now)
        scheduleReading()
    }

    /// Ends the use of the screen: nothing is visible, the user does not type, and the draft is written.
    public func leave() async {
        isOnScreen = false
        show(through: nil)
        stopTyping()
        await notes?.flush()
    }

    private func scheduleReading() {
        guard reading == nil, let due = reader.settlesAt else { return }
        reading = Task { [weak self, time = log.time] in
            do { try await time.sleep(until: due) } catch { return }
            guard let self else { return }
            reading = nil
            settleReading(at: log.time.uptime)
            scheduleReading()
        }
    }

    private func settleReading(at now: Duration) {
        if reader.settle(at: now) != nil {
            Task { await sendMarks() }
        }
    }

    /// Sends the watermark, unless the server has it. While a request is in flight, only the highest watermark waits.
    func sendMarks() async {
        guard !isMarking else { return }
        isMarking = true
        defer { isMarking = false }
        while confirmedRead < reader.watermark {
            let through = reader.watermark
            let mark = OwnReadMark(
                conversationID: id, readThrough: through, readCount: unreadCount(through: through), unreadCount: nil)
            let outcome = await marks.run(id, String(through), expecting: [.read(mark)]) { key in
                let state = try await service.markRead(through: through, in: id, key: key)
                var settled = mark
                settled.readThrough = state.readThrough
                settled.unreadCount = state.unreadCount
                return [.read(settled)]
            }
            // The next mark, or the restored connection, repeats the request.
            guard outcome == .done else { return }
            confirmedRead = max(confirmedRead, through)
        }
    }

    private func unreadCount(through seq: Int) -> Int {
        guard seq > confirmedRead else { return 0 }
        return window.messages(in: confirmedRead + 1...seq).filter { $0.countsAsUnread(for: me) }.count
    }
}

extension LogEvent {
    fileprivate static func read(_ mark: OwnReadMark) -> LogEvent { LogEvent(.readOnDevice, data: mark) }
}
