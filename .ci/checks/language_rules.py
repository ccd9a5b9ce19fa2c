"""The markers of unclear English, each with its pattern, its advice, and sentences that it must and must not flag."""

import re
from collections import namedtuple

LONGEST = 25  # words of one sentence

# Words that begin a clause after "that". "That file" is a noun phrase.
DETERMINERS = "a|an|the|this|these|it|they|he|she|there|what|each|every|all|both|no|nobody|nothing|one|some|many|two"
CLAUSE = (
    r"^\W*(?:(?:and|but|or|only|also|even)\s)?(?:(?:what|whatever|whoever|whom|whose|which|who|whether|those)\s(?!to\b)"
    r"|how\s(?!(?:to|many|much|long|often|far|old|large|soon|late|fast|high|deep)\b)|of\s(?!course\b)"
    rf"|(?:where|when|wherever|whenever)\s(?!to\b)[^,]*$|that\s(?:{DETERMINERS})\b"
    r"|(?:in|on|at|by|to|from|for|with|about|under|after|before)\s(?:what|whatever|whom|which|whose|how)\b)"
)
VERB = (
    r"\bstands?\b(?! for\b)(?!-)|\bstood\b|\b(?:lies?|lain|lying)\b|\b(?:rests|rested|resting)\b|\brest (?:up)?on\b"
    r"|\b(?:goes|gone|went|(?-i:(?<!-)go))\b(?!-)(?! out of scope\b)|\b(?:come|comes|came|coming) (?:of|about)\b"
    r"|\bbecomes? of\b|\b(?:is|are|was|were|been) over\b(?=\s*[.,;:)]|$|\s(?:and|or|but|when|if|before|after|by)\b)"
    r"|\b(?:tells?|telling|told)\b|\b(?:brings?|bringing|brought)\b[^.,;:]{0,30}\babout\b|\bheed(?:s|ed|ing)?\b"
    r"|\b(?:holds?|held) of\b|\b(?:bears?|bore|borne)\b"
)
# The end of a noun phrase, so that "the other page" and "the one record" are plain.
ENDS = (
    r"(?=\s*[.,;:)]|\s*$|\s(?:is|are|was|were|has|have|had|can|cannot|may|must|will|does|do|did|and|or|but|as|than"
    r"|if|when|that|which|who|whom|whose|it|they|before|behind|after|in|on|at|by|to|from|for|with|without|under)\b)"
)
NOUN = (
    rf"\bthe like\b|(?<!\bafter )\b(?:the|any|no|some) others?\b{ENDS}|\bone (?:that|which|who|whose)\b"
    rf"|\b(?:an?|the|each|every|this|that|new|old|first|last|next) ones?\b{ENDS}"
)
NONE = (
    r"(?<!-)\bnone\b(?! of\b)(?!-)"
    r"|(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|later\b|limit\b|\w+er than\b)[a-z]+"
)
PEOPLE = r"\b(?:somebody|someone|anybody|anyone|everybody|everyone|nobody|no one|whoever|whomever|whom)\b(?!-)"
# A plural may be the subject of a verb without an ending, as in "tasks share a lock".
VERB_OR_PLURAL = (
    r"\b(?:is|are|was|were|be|has|have|had|do|does|did|can|cannot|could|may|might|must|will|would|should|\w+n't"
    r"|\w+[^\Wsu]s|\w+ed|people|children|those|who|they|all|both|come|count|find|name|take|fan|keep|see|get|give)\b"
)

Rule = namedtuple("Rule", "marker pattern advice flagged plain")

RULES = [
    Rule("clause", CLAUSE, "Begin with a noun or a verb.",
         ("What the cache contains.", "Whose turn is next is decided by the queue.", "That a key expires is normal.",
          "Of two equal scores the older wins.", "Those that fail are retried.", "How a page is loaded.",
          "When the offer expires.", "By which index the search starts.", "Whether it expires is decided later."),
         ("That file is deleted.", "When a call fails, the client retries it.", "How many retries remain.",
          "When to retry", "Which transport fits?")),
    Rule("what", r"(?<=\S[ (])what\b(?! to\b)(?!-)", 'Name the thing instead of "what".',
         ("Returns what the server has sent.",), ("The error says what to do.", "Fails, but for what reason?")),
    Rule("verb", VERB, "Use a verb of work: is stored, is deleted, expires, is notified, results from, contains.",
         ("The key stands beside the value.", "A record goes with its account.", "The host is told.",
          "The wait is over.", "A row lies in a page.", "The delay rests on the count.", "Time brings it about.",
          "The server heeds the header."),
         ("The rest of the page is loaded.", "A stand-in for a server.", "The text is over 25 words long.",
          "`__Name__` stands for a name.", "The bearer token expires.", "The value goes out of scope.")),
    Rule("colon", r"(?:^|\))[^(]*?\S:\s(?:[^:(]|\([^()]*\))*?\S:\s", "Write two sentences, or a list.",
         ("The rule: two parts: a name and a value.",), ("The rule: a name at 10:30 (Debian: `a`, macOS: `b`).",)),
    Rule("none", NONE, 'Write `nil`, NaN, "not found", "no limit", or a verb with "not".',
         ("A date of NaN is none.", "A text that is no number throws."),
         ("There is no number.", "None of the tests fails.", "The limit is no longer valid.",
          "It is no slower than C.")),
    Rule("noun", NOUN, "Repeat the noun.",
         ("A new one is created.", "Photos, texts and the like.", "One fails, and the other is retried."),
         ("The other page is loaded.", "One of the pages fails.", "They refer to each other.",
          "The one record is read.")),
    Rule("people", PEOPLE, "Name the person: the caller, the host, each member.",
         ("Nobody reads the file.", "The person to whom it is sent."), ("No caller reads the file.",)),
    Rule("long", rf"^(?:\W*\w\S*(?:\s|$)){{{LONGEST + 1}}}", f"Write at most {LONGEST} words; make lists bullets.",
         ("The client sends " + "one more word " * 8,), ("The client sends " + "one more word " * 7,)),
]
TEST_RULES = [
    Rule("name", rf"^(?!.*{VERB_OR_PLURAL})|^(?:it|its|they|them|so (?!many\b|much\b)|and|but|or|then|these)\b",
         "State subject, condition and result in a test name, so that it can be read alone.",
         ("an address, then the code", "ten a day to one person", "so it is without a log"),
         ("an empty page ends the list", "tasks share one lock", "so many calendars are kept")),
]

# Names that the style guide replaces by the term of the field. A line in the glossary allows one.
COINED_TYPES = """
    Admission AnswerPoke ApartRecord Asks Attempts CalledOffMeetup CampusPreparation CampusStanding CircularLists
    ClockEntry ClockNotice ConductRecord Consenting CountedValues CountingValues Crowd DueRecord DueWork Erasing
    FanOutRecord FannedPoint Farthest FileInPlace FoundMeetup Grade GuestBook HeldSession HomeStep Insecurity
    KnownCampus KnownDevice Leftover LessLike Likeness LoadCycle LoadedPages MarkHolders MarkStack MeetupNews
    MeetupSpot MetRecord Mishap MutedPeople Named NewestMatch NoSocket OccupiedRoom Oddity PairBits Part PendingWork
    PersonBits PersonLog PersonalFile PersonalTrace PlaceInOrder PokeBarriers RaterCircle RefreshFlight RefuseMessages
    Relation ReplanReport ReportCircles Resting ReturnRecord SeenLedger SettingAsideStore SignedInGate SoonestChoices
    StoreSabotage SuggestionMix Tally TasteRecord TellGuests TrustGap TrustWish Turns Unlocking UnsoundHeader Verdict
    WallReadings WallTime WireNamed WordKey Worded Words ZonePeriods ZoomReach
""".split()
COINED_MEMBERS = (
    r"most[A-Z]\w*|tell[A-Z]\w*|orSay|isOver|dropOutdated|leaveOut|doPart|keepsOut|putBack|isAbsentIfUnreadable"
    r"|quietHolders|listsOfPeopleWhoReturn|abandonable"
)
COINED = re.compile(
    rf"\b(?:struct|class|enum|actor|protocol|typealias)\s+(?:{'|'.join(COINED_TYPES)})\b"
    rf"|\b(?:func|let|var|case)\s+(?:{COINED_MEMBERS})\b"
)
ADVICE = {rule.marker: rule.advice for rule in [*RULES, *TEST_RULES]}
ADVICE["coined"] = "Use the field's term (`max…`, `notify…`, `isExpired`), or add the name to Docs/glossary.md."
