import Auth
import Validation

let code = try VerificationCode("042 117")
print("The code is \(code.digits), and the door \(Door().opens(for: "sesame") ? "opens" : "stays shut").")
