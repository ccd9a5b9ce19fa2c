import Testing

extension RandomHistory {
    /// A life of twenty histories, after each of which every list on every device has to be what the server says.
    ///
    /// - Parameter seed: what the life was made from, to be told of if it fails.
    func live(_ seed: UInt64) async throws {
        for _ in 0..<20 {
            for _ in 0..<15 {
                try await step()
                let revealed = try await revealed() + indiscretions()
                try #require(revealed.isEmpty, "\(account(of: revealed, seed))")
            }
            try await settle()
            let answers = ServerAnswers()
            var differences = try await peopleAway()
            for index in await present() {
                let truth = ServerTruth(device: devices[index], answers: answers)
                differences += try await truth.differences() + truth.remindersInExcess()
            }
            differences += try await revealed() + indiscretions()
            try #require(differences.isEmpty, "\(account(of: differences, seed))")
            resume()
        }
    }
}
