import BackendRuntime

/// A queue of outgoing mail, from which another process sends.
protocol MailQueue: Sendable {
    /// Adds a message. Returns once the queue has stored it.
    func add(_ mail: OutgoingMail) async throws
}

/// A queue in memory, which discards repeated messages. A restart loses its messages.
actor MemoryQueue: MailQueue {
    private(set) var mails: [OutgoingMail] = []
    private var known: Set<String> = []

    func add(_ mail: OutgoingMail) {
        if known.insert(mail.id).inserted { mails.append(mail) }
    }
}
