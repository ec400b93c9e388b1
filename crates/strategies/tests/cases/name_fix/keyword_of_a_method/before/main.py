class Mailer:
    def send(self, text, recipient, urgent=False):
        return (text, recipient, urgent)


print(Mailer().send("x", reciever="y"))
