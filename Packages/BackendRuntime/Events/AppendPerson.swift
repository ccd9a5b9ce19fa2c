package import OrbitModels

extension LogTransaction {
    /// Tells the owner how they see a person now.
    package func appendPerson(_ account: AccountRecord, to owner: AccountRecord, on day: CalendarDay) throws {
        guard let person = try Visibility(of: owner, in: self).person(of: account, on: day) else { return }
        let data = ChangedPerson(person: person, version: account.version)
        try append(.personChanged, to: owner.id, about: account.id, touches: listsOfPeople, data: data)
    }
}
