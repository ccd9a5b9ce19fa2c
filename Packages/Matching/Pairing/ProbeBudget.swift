/// How many comparisons the search for rare partners may take, so that a campus of people who suit few is paired in
/// bounded time.
struct ProbeBudget {
    /// For all people together, as long as each has ``fewest``.
    var total = 4_000_000
    var fewest = 512

    /// The most comparisons for each of some people.
    func share(of people: Int) -> Int { max(fewest, total / max(1, people)) }
}
