import BackendRuntime

extension Exporting {
    /// Meetups as the person may know them.
    var view: MeetupView { MeetupView(of: account, context, at: now) }

    /// The counts of meetups and posts that the person may see. Reads the person's blocks once for all elements.
    func counts() throws -> VisibleCounts { try shared { try VisibleCounts(for: person, at: now, in: reader) } }
}
